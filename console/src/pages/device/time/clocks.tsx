/**
 * The clocks around the device: the offset of each, which are wrong, and a button that sets a camera's clock.
 */
import { useId } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { Switch } from '#src/forms/switch.tsx'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Loaded } from '#src/tables/loaded.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import { HeadRow } from '#src/tables/table-head.tsx'
import styles from './clocks.module.css'

type Clock = AnswerAt<'/api/device/get_clocks'>['list'][number]

const poll_ms = 10_000
const tones: Record<Clock['state'], Tone> = { agrees: 'ok', off: 'bad', unsure: 'warn', unknown: 'info' }

export function Clocks() {
  const words = useWords('time')
  const query = useCall('/api/device/get_clocks', {}, { every: poll_ms })
  return (
    <Section title={words.clocks} hint={words.clocks_hint}>
      <Loaded query={query} rows={3} failed={words.clocks_failed}>
        {({ list, set_cameras }) => (
          <>
            <table className={`unseen-head full text-14 ${styles.table}`}>
              <HeadRow
                names={[
                  words.clock_of,
                  words.clock_state,
                  words.clock_offset,
                  words.clock_by,
                  words.clock_measured,
                ]}
              />
              <tbody>
                {list.map((clock) => (
                  <Row key={`${clock.kind} ${clock.id}`} clock={clock} />
                ))}
              </tbody>
            </table>
            <CameraClockRule set_cameras={set_cameras} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Row({ clock }: { clock: Clock }) {
  const words = useWords('time')
  const { kind, id, name, state, offset_ms, error_ms, by, measured_str, left } = clock
  const settable = kind === 'camera' && state !== 'agrees'
  return (
    <tr>
      <th scope="row">
        {words.clock_kinds[kind]}
        {name !== '' && <small>{name}</small>}
      </th>
      <td>
        <span className="inline-row gap-8">
          <StatusTag tone={tones[state]}>{words.clock_verdicts[state]}</StatusTag>
          {settable && <SetClock camera_sn={id} />}
        </span>
        {left !== null && <small className={`block ink-3 ${styles.left}`}>{words.clock_left[left]}</small>}
      </td>
      <td className="figures" data-label={words.clock_offset}>
        {offset_ms === null || error_ms === null
          ? '—'
          : words.clock_seconds((offset_ms / 1000).toFixed(2), (error_ms / 1000).toFixed(2))}
      </td>
      <td data-label={words.clock_by}>{by === null ? '—' : words.clock_reads[by]}</td>
      <td className="figures" data-label={words.clock_measured}>
        {measured_str ?? '—'}
      </td>
    </tr>
  )
}

/** Whether the device sets the clocks of cameras automatically. */
function CameraClockRule({ set_cameras }: { set_cameras: boolean }) {
  const [words, errors] = [useWords('time'), useWords('errors')]
  const id = useId()
  const may_work = useMayWork()
  const { run, running } = useChange('/api/device/set_clock_rule', {
    refresh: ['/api/device/get_clocks'],
    done: () => toast.success(errors.messages.update_success),
  })
  return (
    <div className={styles.rule}>
      <label className="inline-row gap-8">
        <Switch
          checked={set_cameras}
          disabled={!may_work || running}
          aria-describedby={id}
          onChange={() => void run({ set_cameras: !set_cameras })}
        />
        <span>{words.clock_rule}</span>
      </label>
      <p id={id}>{may_work ? words.clock_rule_hint : words.clock_role}</p>
    </div>
  )
}

function SetClock({ camera_sn }: { camera_sn: string }) {
  const words = useWords('time')
  const may_work = useMayWork()
  const { run, running } = useChange('/api/camera/set_camera_clock', {
    refresh: ['/api/device/get_clocks'],
    done: ({ offset_ms }) =>
      offset_ms === null
        ? toast.warning(words.clock_set_unknown)
        : toast.success(words.clock_set_done((offset_ms / 1000).toFixed(2))),
  })
  return (
    <WhyButton
      why={may_work ? undefined : words.clock_role}
      busy={running}
      onPress={() => void run({ camera_sn })}
    >
      {words.clock_set}
    </WhyButton>
  )
}
