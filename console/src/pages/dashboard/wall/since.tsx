/** How long ago something was by the device's clock, in short: renewed by itself as time goes on. */
import { useContext } from 'react'
import { useWords } from '#src/core/words.ts'
import { shortTime } from './ago.ts'
import { DeviceTime } from './device-clock.ts'

/** `ms`: when it was, in milliseconds since 1970. */
export function Since({ ms }: { ms: number }) {
  const { units } = useWords('home')
  return shortTime(useContext(DeviceTime) - ms, units)
}
