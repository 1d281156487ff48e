/** Reports the error rates of the judged sample, in total and by camera, lot or hour. */
import { event_type, undrawn_causes, type AccuracyBy, type Answer, type Measured } from '@parking/contract'
import { allCameras } from '../camera/camera.store.ts'
import type { Db } from '../core/db.ts'
import { samplesSince, type DrawnSample, type SampleRow } from './accuracy.store.ts'
import { stampOf } from '../core/stamp.ts'
import { circumstancesSince } from './circumstances.store.ts'
import { furtherNeeded, rateOf, upperBound } from './intervals.ts'
import { fateOf, lotOutcome, plateOutcome, type Outcome } from './outcome.ts'
import { accuracySettings, riskNow } from './settings.ts'
import { undrawnSince } from './undrawn.store.ts'

type Report = Answer<'accuracy_report'>

const max_rows = 500

/** `proof`: the database of the evidence log. */
export function accuracyReport(
  db: Db,
  { by, from_ms, now, proof }: { by: AccuracyBy; from_ms: number; now: number; proof: Db },
): Report {
  const { max_wrong_percent } = accuracySettings(db)
  const test = { promise: max_wrong_percent / 100, risk: riskNow(db, now), now }
  const samples = samplesSince(db, { from_ms })
  const judged = samples.filter(({ lot }) => lot !== null)
  const took = judged.map(({ took_ms }) => took_ms).toSorted((a, b) => a - b)
  const automatic = samples.filter((row) => row.automatic === 1)
  const names = new Map(allCameras(db).map(({ camera_sn, camera_name }) => [camera_sn, camera_name]))
  const [keyOf, groups] = [keyFor(by), new Map<string, DrawnSample[]>()]
  for (const row of automatic) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  const rows = [...groups]
    .map(([, of]) => ({ ...namesFor(by, of[0]!, names), ...ratesOf(of, test) }))
    .filter(({ entry, exit, plate }) => [entry, exit, plate].some(({ checked, lost }) => checked + lost > 0))
    .toSorted((a, b) => b.entry.checked + b.exit.checked - a.entry.checked - a.exit.checked)
    .slice(0, max_rows)
  const known = new Set(rows.map(({ camera_sn }) => camera_sn))
  const unknown = by === 'camera' ? [...names].filter(([camera_sn]) => !known.has(camera_sn)) : []
  const fates = samples.map((row) => fateOf(row, now))
  const undrawn = undrawnSince(db, { from_ms })
  const { cleared_ms, models } = circumstancesSince(db, proof, from_ms)
  const count = (fate: (typeof fates)[number]) => fates.filter((one) => one === fate).length
  return {
    drawn: samples.length,
    decided: count('decided'),
    unclear: count('unclear'),
    waiting: count('waiting'),
    skipped: count('skipped'),
    deleted: count('deleted'),
    expired: count('expired'),
    corrected: correctedOf(samples),
    undrawn: Object.fromEntries(
      undrawn_causes.map((why) => [why, undrawn.find((one) => one.why === why)?.n ?? 0]),
    ) as Report['undrawn'],
    cleared_str: stampOf(cleared_ms),
    models: models.map(({ at_ms, ...model }) => ({ ...model, since_str: stampOf(at_ms) })),
    median_ms: took[Math.floor(took.length / 2)] ?? 0,
    total_ms: took.reduce((sum, ms) => sum + ms, 0),
    max_wrong_percent,
    total: ratesOf(automatic, test),
    rows: [
      ...rows,
      ...unknown.map(([camera_sn, name]) => ({
        name,
        camera_name: name,
        camera_sn,
        ...ratesOf([], test),
      })),
    ],
  }
}

/**
 * The measured error rates of the automatic decisions of one camera in a time, by its judged sample, and how
 * many decisions could not be drawn and how many judgements were corrected.
 */
export function ratesOfCamera(
  db: Db,
  { camera_sn, from_ms, now }: { camera_sn: string; from_ms: number; now: number },
): Report['total'] & { undrawn: number; corrected: number } {
  const { max_wrong_percent } = accuracySettings(db)
  const test = { promise: max_wrong_percent / 100, risk: riskNow(db, now), now }
  const samples = samplesSince(db, { from_ms, camera_sn })
  const rates = ratesOf(
    samples.filter(({ automatic }) => automatic === 1),
    test,
  )
  const undrawn = undrawnSince(db, { from_ms, camera_sn }).reduce((sum, { n }) => sum + n, 0)
  return { ...rates, undrawn, corrected: correctedOf(samples) }
}

const correctedOf = (samples: readonly DrawnSample[]): number =>
  samples.filter(({ corrected }) => corrected === 1).length

const hourOf = ({ event_ms }: SampleRow): string => String(new Date(event_ms).getHours())
const keyFor =
  (by: AccuracyBy) =>
  (row: SampleRow): string =>
    by === 'hour'
      ? hourOf(row)
      : by === 'camera'
        ? row.camera_sn
        : JSON.stringify([row.camera_sn, row.lot_no])

/** The names of a group, by one of its samples. A camera of the box has its present name. */
function namesFor(
  by: AccuracyBy,
  row: SampleRow,
  names: ReadonlyMap<string, string>,
): Pick<Report['rows'][number], 'name' | 'camera_name' | 'camera_sn'> {
  if (by === 'hour') return { name: hourOf(row), camera_name: '', camera_sn: '' }
  const { camera_sn, lot_no } = row
  const camera_name = names.get(camera_sn) ?? row.camera_name
  return { name: by === 'camera' ? camera_name : lot_no, camera_name, camera_sn }
}

/** The promised rate, and the accepted probability of supporting it wrongly. */
type Test = { readonly promise: number; readonly risk: number; readonly now: number }

function ratesOf(rows: readonly DrawnSample[], test: Test): Report['total'] {
  const is_exit = (row: SampleRow) => row.event_type === event_type.exit
  return {
    entry: measuredOf(
      rows.filter((row) => !is_exit(row)),
      lotOutcome,
      test,
    ),
    exit: measuredOf(rows.filter(is_exit), lotOutcome, test),
    plate: measuredOf(rows, plateOutcome, test),
  }
}

function measuredOf(
  rows: readonly DrawnSample[],
  outcomeOf: (row: DrawnSample, now: number) => Outcome | undefined,
  { promise, risk, now }: Test,
): Measured {
  const drawn = rows.flatMap((row) => {
    const outcome = outcomeOf(row, now)
    return outcome === undefined ? [] : [{ outcome, share: row.share, draw: row.draw }]
  })
  const judged = drawn.filter(({ outcome }) => outcome !== 'lost')
  const rateIf = (of: typeof drawn, lost_is_wrong: boolean) =>
    rateOf(
      of.map(({ outcome, share }) => ({
        wrong: outcome === 'wrong' || (lost_is_wrong && outcome === 'lost'),
        share,
      })),
    )
  // The exact test supports no weights, so it uses a part that was drawn with equal probability.
  const share = drawn.reduce((least, one) => Math.min(least, one.share), 1)
  const even = drawn.filter(({ draw }) => draw < share)
  const bad = even.filter(({ outcome }) => outcome !== 'right').length
  const further = furtherNeeded(bad, even.length, promise, risk)
  return {
    checked: judged.length,
    wrong: judged.filter(({ outcome }) => outcome === 'wrong').length,
    lost: drawn.length - judged.length,
    rate: rateIf(judged, false).rate,
    low: rateIf(drawn, false).low,
    high: rateIf(drawn, true).high,
    at_most: upperBound(bad, even.length, risk),
    // Only this part of the further judgements will count.
    missing: Math.ceil(even.length === 0 ? further : (further * drawn.length) / even.length),
  }
}
