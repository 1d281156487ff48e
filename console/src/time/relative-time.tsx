/** A relative time that updates itself, with the exact time as its title. */
import { createStore, useStore } from '../lib/store.ts'
import { formatTime, relativeTime, type Moment } from './time.ts'
import { useWords } from '../core/words.ts'

const tick = createStore(0)
if (typeof window !== 'undefined') setInterval(() => tick.set(Date.now()), 15_000)

export function RelativeTime({ time }: { time: Moment }) {
  useStore(tick)
  const words = useWords('shell').time
  const exact = formatTime(time)
  if (exact === '') return <>{words.never}</>
  return (
    <time dateTime={exact.replace(' ', 'T')} title={exact}>
      {relativeTime(time, words)}
    </time>
  )
}
