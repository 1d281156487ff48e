/** Names the device's time zone if it differs from the zone of the user's own clock. */
import { useState } from 'react'
import { deviceZone } from '../stores/device-zone.ts'
import { useStore } from '../lib/store.ts'
import { useWords } from '../core/words.ts'
import { offsetOf, offsetText } from './zone.ts'

/** `foot`: shown as the last line of a list, above its pager. */
export function ZoneNote({ foot = false }: { foot?: boolean }) {
  const words = useWords('shell').time
  const zone = useStore(deviceZone)
  const [now] = useState(() => Date.now())
  const offset = offsetOf(zone, now)
  if (offset === undefined || offset === -new Date(now).getTimezoneOffset()) return null
  return (
    <p className="note" data-foot={foot || undefined}>
      {words.zone(`${zone} ${offsetText(offset)}`)}
    </p>
  )
}
