/**
 * The replay dialog: what is recorded, the time span to replay, and the result. A replay continues after the
 * dialog is closed.
 * Long because one choice of span and calibration feeds one replay.
 */
import { useState, useId } from 'react'
import type { AnswerAt, BodyAt } from '#src/core/api.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import styles from './replay.module.css'
import { ReplayResult } from './replay-result.tsx'

export type Replay = AnswerAt<'/api/parking/get_replay'>
type Props = {
  changes: Readonly<Record<string, unknown>>
  labels: Readonly<Record<string, string>>
  onClose: () => void
}

const spans = { h1: 1, h6: 6, h24: 24, h168: 168 } as const
type Span = keyof typeof spans

export function ReplayDialog({ changes, labels, onClose }: Props) {
  const words = useWords('replay')
  const [span, setSpan] = useState<Span>('h24')
  const [calibration, setCalibration] = useState<ReplayCalibration>('recorded')
  const query = useCall('/api/parking/get_replay', {}, { every: 1_000 })
  const begin = useChange('/api/parking/begin_replay', { refresh: ['/api/parking/get_replay'] })
  const stop = useChange('/api/parking/stop_replay', { refresh: ['/api/parking/get_replay'] })
  const run = query.data?.run ?? null
  const runs = run?.state === 'running'
  const ready = query.data?.available === true && query.data.recorded.looks > 0
  const body = { changes, calibration, hours: spans[span] } as BodyAt<'/api/parking/begin_replay'>
  return (
    <Dialog
      title={words.title}
      width="full"
      onClose={onClose}
      footer={
        runs ? (
          <Button pending={stop.running} onClick={() => void stop.run({})}>
            {words.stop}
          </Button>
        ) : (
          <Button
            variant="primary"
            disabled={!ready}
            pending={begin.running}
            onClick={() => void begin.run(body)}
          >
            {run ? words.again : words.start}
          </Button>
        )
      }
    >
      <p className={styles.intro}>{words.intro}</p>
      <Loaded query={query} rows={4} failed={words.failed}>
        {({ available, recorded, calibrations }) =>
          available ? (
            <>
              <Recorded recorded={recorded} />
              {recorded.looks > 0 && (
                <>
                  <ReplayChoice
                    label={words.span}
                    value={span}
                    options={(Object.keys(spans) as Span[]).map((one) => ({
                      value: one,
                      text: words.spans[one],
                    }))}
                    disabled={runs}
                    onChange={setSpan}
                  />
                  <CalibrationChoice
                    offered={calibrations}
                    value={calibration}
                    disabled={runs}
                    onChange={setCalibration}
                  />
                </>
              )}
              {run && (
                <ReplayResult
                  run={run}
                  labels={labels}
                  outdated={!runs && !isResultOf(run, changes, calibration)}
                />
              )}
            </>
          ) : (
            <p className={styles.note}>{words.none}</p>
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Whether the result belongs to the parameters as typed and the calibration as chosen. */
const isResultOf = (
  run: NonNullable<Replay['run']>,
  changes: Props['changes'],
  calibration: ReplayCalibration,
): boolean =>
  run.calibration === calibration &&
  run.changes.length === Object.keys(changes).length &&
  run.changes.every(({ field, wanted }) => changes[field] === wanted)

function Recorded({ recorded }: { recorded: Replay['recorded'] }) {
  const words = useWords('replay')
  if (recorded.looks === 0) return <p className={styles.note}>{words.nothing}</p>
  const { from_str, to_str, cameras, looks, seconds } = recorded
  const whole_s = (Date.parse(to_str) - Date.parse(from_str)) / 1000
  return (
    <p className={styles.note}>
      {words.recorded(from_str, to_str, cameras, looks.toLocaleString('en'))}
      {/* Up to a minute between two recordings is not a gap. */}
      {seconds < whole_s * 0.95 - 60 && `。${words.gaps((seconds / 3600).toFixed(1))}`}
    </p>
  )
}

type ReplayCalibration = Replay['calibrations'][number]
const calibrations = ['recorded', 'factory'] as const satisfies readonly ReplayCalibration[]

type CalibrationChoiceProps = {
  /** Calibrations that the analysis program offers; empty until it has answered. */
  offered: readonly ReplayCalibration[]
  value: ReplayCalibration
  disabled: boolean
  onChange: (value: ReplayCalibration) => void
}

/**
 * Chooses the camera calibration with which the replay judges the looks, and explains the limits of that
 * comparison.
 */
function CalibrationChoice({ offered, value, disabled, onChange }: CalibrationChoiceProps) {
  const words = useWords('replay')
  const note = useId()
  const missing = offered.length > 0 && calibrations.some((one) => !offered.includes(one))
  const explanation = value === 'factory' ? words.calibration_limit : missing ? words.calibration_missing : ''
  return (
    <>
      <ReplayChoice
        label={words.calibration}
        value={value}
        options={calibrations.map((one) => ({
          value: one,
          text: words.calibrations[one],
          missing: one !== 'recorded' && !offered.includes(one),
        }))}
        disabled={disabled}
        note={explanation === '' ? undefined : note}
        onChange={onChange}
      />
      {explanation !== '' && (
        <p id={note} className={styles.note}>
          {explanation}
        </p>
      )}
    </>
  )
}

type ReplayChoiceProps<Value extends string> = {
  label: string
  value: Value
  /** In display order; an option with `missing` cannot be chosen. */
  options: readonly { value: Value; text: string; missing?: boolean }[]
  disabled: boolean
  /** `id` of the text that explains the choice. */
  note?: string | undefined
  onChange: (value: Value) => void
}

/** A labelled select for one setting of a replay. */
function ReplayChoice<Value extends string>({
  label,
  value,
  options,
  disabled,
  note,
  onChange,
}: ReplayChoiceProps<Value>) {
  return (
    <label className={`inline-row gap-8 nowrap ${styles.choice}`}>
      {label}
      <select
        className="input"
        value={value}
        disabled={disabled}
        aria-describedby={note}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value} disabled={one.missing}>
            {one.text}
          </option>
        ))}
      </select>
    </label>
  )
}
