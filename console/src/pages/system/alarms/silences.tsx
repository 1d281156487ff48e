/** The silences that have not ended, also of alarms that are not open, each with a button that ends it. */
import { personName } from '#src/core/people.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { formatTime } from '#src/time/time.ts'
import { toast } from '#src/ui/toast.tsx'
import { nameOf, type Alarms } from './alarm-text.ts'
import styles from './alarms.module.css'

export function Silences({ alarms, here }: { alarms: Alarms; here: (ms: number) => number }) {
  const [words, kinds, { people }] = [useWords('alarms'), useWords('codes').alarm_kind, useWords('shell')]
  const may_work = useMayWork()
  const end = useChange('/api/parking/silence_alarm', {
    refresh: ['/api/parking/alarms'],
    done: () => toast.success(words.silence_ended),
  })
  if (alarms.silences.length === 0) return null
  return (
    <section className={`line-above ${styles.silences}`} aria-label={words.silences}>
      <h3 className="text-13 bold">{words.silences}</h3>
      <ul className="stack gap-8">
        {alarms.silences.map((one) => {
          const { kind, subject, by, until_ms } = one
          const name = nameOf(one, words, kinds)
          return (
            <li key={`${kind} ${subject}`} className="row wrap gap-8-16 text-13">
              <span className="anywhere">{name}</span>
              <span className="ink-2">
                {words.silenced_by(personName(by, people), formatTime(here(until_ms)))}
              </span>
              <WhyButton
                why={may_work ? undefined : words.role}
                label={words.end_silence_of(name)}
                onPress={() => void end.run({ kind, subject, minutes: 0 })}
              >
                {words.end_silence}
              </WhyButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
