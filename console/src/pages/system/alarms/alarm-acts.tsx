/** Acknowledges an open alarm or silences its kind; shows who has done so. */
import { personName } from '#src/core/people.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { formatTime } from '#src/time/time.ts'
import { Menu } from '#src/ui/menu/menu.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import { nameOf, type Alarms, type Row } from './alarm-text.ts'

const minutes = [60, 240, 1440, 10080] as const
const refresh = ['/api/parking/alarms'] as const

type Props = { row: Row; alarms: Alarms; here: (ms: number) => number }

export function AlarmActs({ row, alarms, here }: Props) {
  const [words, kinds, { people }] = [useWords('alarms'), useWords('codes').alarm_kind, useWords('shell')]
  const may_work = useMayWork()
  const why = may_work ? undefined : words.role
  const acknowledge = useChange('/api/parking/acknowledge_alarm', {
    refresh,
    done: ({ acknowledged_by: by, yours }) =>
      yours ? toast.success(words.taken) : toast.info(words.taken_by(personName(by, people))),
  })
  const silence = useChange('/api/parking/silence_alarm', {
    refresh,
    done: () => toast.success(words.silenced),
  })
  const name = nameOf(row, words, kinds)
  const silenced = alarms.silences.find(({ kind, subject }) => kind === row.kind && subject === row.subject)
  return (
    <>
      {row.acknowledged_ms === null ? (
        <WhyButton
          why={why}
          busy={acknowledge.running}
          label={words.acknowledge_of(name)}
          onPress={() => void acknowledge.run({ alarm_id: row.alarm_id })}
        >
          {words.acknowledge}
        </WhyButton>
      ) : (
        <StatusTag tone="info" title={formatTime(here(row.acknowledged_ms))}>
          {words.acknowledged(personName(row.acknowledged_by, people))}
        </StatusTag>
      )}
      {silenced ? (
        <StatusTag
          tone="idle"
          title={words.silenced_by(personName(silenced.by, people), formatTime(here(silenced.until_ms)))}
        >
          {words.silenced_until(formatTime(here(silenced.until_ms)).slice(5, 16))}
        </StatusTag>
      ) : may_work ? (
        <Menu
          label={words.silence_of(name)}
          button={words.silence}
          className="button"
          tip={false}
          items={minutes.map((one) => ({
            kind: 'item',
            label: words.silence_for[one],
            onPick: () => void silence.run({ kind: row.kind, subject: row.subject, minutes: one }),
          }))}
        />
      ) : (
        <WhyButton why={why} label={words.silence_of(name)} onPress={() => undefined}>
          {words.silence}
        </WhyButton>
      )}
    </>
  )
}
