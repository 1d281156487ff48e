/** Reports the error rates of the judged sample, in total and by camera, lot or hour. */
import { barePlate, event_type, type AccuracyBy, type Answer, type Measured } from '@parking/contract'
import type { Db } from '../core/db.ts'
import { samplesIn, type SampleRow } from './accuracy.store.ts'
import { neededFor, rateOf, type SampledJudgement } from './intervals.ts'
import { accuracySettings } from './settings.ts'

type Report = Answer<'accuracy_report'>

const max_rows = 500
/** The error probability of the interval that decides whether a sample is too small. */
const risk = 0.05

/** Whether the event contradicts the user's judgement; undefined if there is none or it is unclear. */
export function isWrong({
  event_type: type,
  lot,
}: Pick<SampleRow, 'event_type' | 'lot'>): boolean | undefined {
  if (lot === null || lot === 'unclear') return undefined
  return (type === event_type.exit) !== (lot === 'vacant')
}

/** Whether the plate was recognised wrongly; undefined if it was not recognised, or no user could read it. */
export function isPlateWrong({
  plate_read,
  plate_answer,
  plate_judged,
}: Pick<SampleRow, 'plate_read' | 'plate_answer' | 'plate_judged'>): boolean | undefined {
  if (plate_read === '' || plate_answer === null || plate_answer === 'unreadable') return undefined
  return plate_answer === 'none' || barePlate(plate_read) !== barePlate(plate_judged ?? '')
}

export function accuracyReport(
  db: Db,
  { by, from_ms, to_ms }: { by: AccuracyBy; from_ms: number; to_ms: number },
): Report {
  const { max_wrong_percent } = accuracySettings(db)
  const samples = samplesIn(db, { from_ms, to_ms })
  const judged = samples.filter(({ lot }) => lot !== null)
  const took = judged.map(({ took_ms }) => took_ms).toSorted((a, b) => a - b)
  const automatic = judged.filter((row) => row.automatic === 1)
  const [keyOf, groups] = [keyFor(by), new Map<string, SampleRow[]>()]
  for (const row of automatic) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  const rows = [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, max_rows)
    .map(([, of]) => ({ ...namesFor(by, of[0]!), ...ratesOf(of, max_wrong_percent / 100) }))
  return {
    drawn: samples.length,
    judged: judged.length,
    unclear: judged.filter(({ lot }) => lot === 'unclear').length,
    median_ms: took[Math.floor(took.length / 2)] ?? 0,
    total_ms: took.reduce((sum, ms) => sum + ms, 0),
    max_wrong_percent,
    total: ratesOf(automatic, max_wrong_percent / 100),
    rows,
  }
}

const hourOf = ({ event_ms }: SampleRow): string => String(new Date(event_ms).getHours())
const keyFor =
  (by: AccuracyBy) =>
  (row: SampleRow): string =>
    by === 'hour'
      ? hourOf(row)
      : by === 'camera'
        ? row.camera_sn
        : JSON.stringify([row.camera_sn, row.lot_no])

function namesFor(by: AccuracyBy, row: SampleRow): { name: string; camera_name: string } {
  if (by === 'hour') return { name: hourOf(row), camera_name: '' }
  return { name: by === 'camera' ? row.camera_name : row.lot_no, camera_name: row.camera_name }
}

function ratesOf(rows: readonly SampleRow[], promise: number): Report['total'] {
  const of = (wanted: (row: SampleRow) => boolean, wrongOf: (row: SampleRow) => boolean | undefined) =>
    rows.filter(wanted).flatMap((row): SampledJudgement[] => {
      const wrong = wrongOf(row)
      return wrong === undefined ? [] : [{ wrong, share: row.share }]
    })
  const is_exit = (row: SampleRow) => row.event_type === event_type.exit
  return {
    entry: measuredOf(
      of((row) => !is_exit(row), isWrong),
      promise,
    ),
    exit: measuredOf(of(is_exit, isWrong), promise),
    plate: measuredOf(
      of(() => true, isPlateWrong),
      promise,
    ),
  }
}

function measuredOf(sample: readonly SampledJudgement[], promise: number): Measured {
  const wrong = sample.filter((one) => one.wrong).length
  const { rate, low, high } = rateOf(sample)
  const missing = high <= promise ? 0 : Math.max(1, neededFor(wrong, promise, risk / 2) - sample.length)
  return { checked: sample.length, wrong, rate, low, high, missing }
}
