/** The second step of adding a camera: its picture, what it reported, and its name. */
import { camera_naming } from '@parking/contract/camera/camera.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import type { CallError } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { Form } from '#src/forms/form.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import type { Areas } from '#src/locales/areas.ts'
import styles from './connect.module.css'
import { FindingNote, StillsNote } from '../camera/camera-notes.tsx'
import { CameraPicture } from '../camera/camera-picture.tsx'
import { ConnectFailure } from './connect-failure.tsx'
import { SubmitRow } from './submit-row.tsx'
import type { Tried } from './use-try.ts'

type Props = {
  tried: Tried
  /** The suggested name. */
  name: string
  running: boolean
  error: CallError | undefined
  issues: readonly Issue[]
  /** The choice between the sources of a device with several. */
  choice?: ReactNode
  onBack: () => void
  onAdd: (camera_name: string) => Promise<unknown>
}

export function NameStep({ tried, name, running, error, issues, choice, onBack, onAdd }: Props) {
  const words = useWords('camera')
  const { wizard } = words
  const picture = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise here, which must not be returned as a cleanup function.
    void picture.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <>
      <div ref={picture} className={`relative clip round-6 ${styles.frame}`}>
        <CameraPicture src={tried.picture} alt={wizard.picture} />
      </div>
      <p className={`note below-12 ${styles.hint}`}>
        {tried.picture === '' ? wizard.no_picture : wizard.seen}
      </p>
      <StillsNote stills={tried.stills} />
      {tried.details_refused && <p className="above-8 note">{words.notes.details_refused}</p>}
      {tried.serial_of && (
        <FindingNote finding={{ finding: 'serial_shared', said: tried.serial_of, before: '' }} />
      )}
      {choice}
      <Reported tried={tried} />
      <Form
        schema={camera_naming}
        values={name === '' ? {} : { camera_name: name }}
        onSave={({ camera_name }) => onAdd(camera_name)}
        issues={issues}
        draft={`camera-name-${tried.camera_sn || tried.frame_url || tried.stream_url_main}`}
        fresh
      >
        <Field name="camera_name" label={words.form.camera_name} hint={words.form.name_hint} />
        <p className={`note below-12 ${styles.hint}`} role="status">
          {running ? wizard.adding : ''}
        </p>
        <ConnectFailure error={error} />
        <SubmitRow label={wizard.add}>
          <Button disabled={running} onClick={onBack}>
            {wizard.back}
          </Button>
        </SubmitRow>
      </Form>
    </>
  )
}

type ReportedFields = Pick<
  Tried,
  'camera_sn' | 'model' | 'width' | 'height' | 'frame_rate' | 'bit_rate' | 'codec' | 'ptz_supported'
> & {
  /** Undefined if the clock was not queried. */
  clock_offset_ms: number | null | undefined
  picture_clock_offset_ms?: number | null | undefined
}

/** What a camera reported about itself. */
export function Reported({ tried }: { tried: ReportedFields }) {
  const words = useWords('camera')
  const { detail, wizard } = words
  const { clock_offset_ms: clock, picture_clock_offset_ms: shown } = tried
  const far = typeof clock === 'number' && Math.abs(clock) > clock_warning_ms
  // Its clock is right, and its zone makes it show another time.
  const other_zone =
    !far && typeof shown === 'number' && Math.abs(shown) > clock_warning_ms ? shown : undefined
  return (
    <>
      <Facts width="narrow" className={styles.measured}>
        {tried.model !== '' && <Fact name={detail.model}>{tried.model}</Fact>}
        {tried.width > 0 && <Fact name={detail.size}>{`${tried.width}×${tried.height}`}</Fact>}
        {tried.frame_rate > 0 && (
          <Fact name={detail.rate}>{detail.fps(tried.frame_rate, tried.bit_rate)}</Fact>
        )}
        {tried.codec && <Fact name={detail.codec}>{tried.codec}</Fact>}
        {tried.camera_sn !== '' && <Fact name={detail.camera_sn}>{tried.camera_sn}</Fact>}
        {tried.camera_sn !== '' && (
          <Fact name={detail.ptz}>{tried.ptz_supported ? detail.yes : detail.no}</Fact>
        )}
        {tried.camera_sn !== '' && tried.clock_offset_ms !== undefined && (
          <Fact name={wizard.clock} tone={far ? 'warn' : undefined}>
            {clockText(tried.clock_offset_ms, wizard)}
          </Fact>
        )}
        {other_zone !== undefined && (
          <Fact name={wizard.picture_clock} tone="warn">
            {clockText(other_zone, wizard)}
          </Fact>
        )}
      </Facts>
      {(far || other_zone !== undefined) && (
        <p className={`flex gap-6 pad-10-12 below-12 text-13 ink round-6 on-warn ${styles.clock}`}>
          <WarnIcon />
          {far ? wizard.clock_warning : wizard.zone_warning}
        </p>
      )}
    </>
  )
}

/**
 * Offsets above this cause a warning. ONVIF times are in whole seconds, so an offset below two seconds means
 * nothing.
 */
const clock_warning_ms = 5_000
const equal_ms = 2_000

type ClockWords = Pick<
  Areas['camera']['wizard'],
  'clock_same' | 'clock_unknown' | 'ahead' | 'behind' | 'seconds' | 'minutes' | 'hours' | 'days'
>

/**
 * The offset between a camera's clock and the device's, as text.
 * `offset_ms`: the camera's clock minus the device's; null if unknown.
 */
function clockText(offset_ms: number | null, words: ClockWords): string {
  if (offset_ms === null) return words.clock_unknown
  const seconds = Math.abs(offset_ms) / 1000
  if (seconds * 1000 < equal_ms) return words.clock_same
  const amount =
    seconds < 120
      ? words.seconds(Math.round(seconds))
      : seconds < 7_200
        ? words.minutes(Math.round(seconds / 60))
        : seconds < 172_800
          ? words.hours(Math.round(seconds / 3_600))
          : words.days(Math.round(seconds / 86_400))
  return offset_ms > 0 ? words.ahead(amount) : words.behind(amount)
}
