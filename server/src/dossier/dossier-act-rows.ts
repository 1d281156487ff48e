/**
 * The table of what users did around a stay, in the words of a reader who knows no call of the device: each
 * act once, with the numbers of the events that it is about.
 */
import { check_undone } from '@parking/contract'
import { stampOf } from '#src/core/stamp.ts'
import type { DossierActs, DossierContent } from './dossier-content.ts'
import type { DossierWords } from './words.ts'

type Act = { at_ms: number; who: string; of: string; what: string; more: string }

/** Calls whose act has a row of its own; the audit records it once more. */
const recorded_twice: readonly unknown[] = [
  'check_parking_event',
  'undo_check',
  'repair_stay',
  'undo_stay_repair',
]
const same_act_ms = 2_000

/** Rows of time, user, numbers of events, act and result, oldest first. */
export function actRows(
  acts: DossierActs,
  { events, gone, notes }: Pick<DossierContent, 'events' | 'gone' | 'notes'>,
  words: DossierWords,
): string[][] {
  const numbers = new Map(events.map(({ event }, at) => [event.uuid, String(at + 1)]))
  for (const { uuid } of gone) numbers.set(uuid, words.deleted_event)
  const of = (uuids: Iterable<string>) =>
    [...new Set([...uuids].flatMap((uuid) => numbers.get(uuid) ?? []))].toSorted().join(', ')
  const named = (names: Readonly<Record<string, string>>, key: string) => names[key] ?? key
  const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
  const { judgements, repairs, settings } = acts
  // A repair is recorded as checks of its events at the same time, and so is its undo.
  const isOf = (row: DossierActs['ledger'][number], uuids: string[], at_ms: number | null, by: string) =>
    row.at_ms === at_ms && row.checked_by === by && uuids.includes(row.uuid)
  const ledger = acts.ledger.filter(
    (row) =>
      !repairs.some(
        ({ uuids, at_ms, done_by, undone_ms, undone_by }) =>
          isOf(row, uuids, at_ms, done_by) || isOf(row, uuids, undone_ms, undone_by),
      ),
  )
  const done: Act[] = [
    ...ledger.map(({ at_ms, checked_by, uuid, verdict, plate_before, plate_after, reason }) => {
      const is_undo = reason === check_undone
      return {
        at_ms,
        who: checked_by,
        of: of([uuid]),
        what: `${words.checks}: ${is_undo ? words.verdicts.undone : named(words.verdicts, verdict)}`,
        more: joined(plateChange(plate_before, plate_after, words), is_undo ? '' : reason),
      }
    }),
    ...repairs.flatMap(({ at_ms, done_by, act, reason, uuids, entry_uuid, exit_uuid, ...back }) => {
      const changed = acts.ledger.filter((row) => isOf(row, uuids, at_ms, done_by))
      const plates = changed.map((row) => plateChange(row.plate_before, row.plate_after, words))
      const about = of(uuids.length > 0 ? uuids : [entry_uuid, exit_uuid])
      const made = {
        at_ms,
        who: done_by,
        of: about,
        what: `${words.repair}: ${words.repairs[act]}`,
        more: joined(...new Set(plates), reason),
      }
      if (back.undone_ms === null) return [made]
      const undo = `${words.calls.undo_stay_repair}: ${words.repairs[act]}`
      return [made, { at_ms: back.undone_ms, who: back.undone_by, of: about, what: undo, more: '' }]
    }),
  ]
  const audit = acts.audit.flatMap(({ timestamp_ms, detail }): Act[] => {
    const { audit: act = {} } = JSON.parse(detail) as { audit?: Readonly<Record<string, unknown>> }
    const { who, call, code } = act
    const is_ok = code === undefined || code === 0
    const isThis = (one: Act) => one.who === who && Math.abs(one.at_ms - timestamp_ms) <= same_act_ms
    const has_own_row = recorded_twice.includes(call)
    if (is_ok && has_own_row && done.some(isThis)) return []
    // The audit outlives a snapshot that was brought back; what the act had changed does not.
    const is_lost =
      has_own_row &&
      notes.some(
        ({ kind, at_ms, events: after }) => kind === 'restored' && after !== 'kept' && at_ms >= timestamp_ms,
      )
    return [
      {
        at_ms: timestamp_ms,
        who: text(who),
        of: of([...numbers.keys()].filter((uuid) => detail.includes(uuid))),
        what: named(words.calls, text(call)),
        more: joined(
          is_ok ? (is_lost ? words.lost_by_restore : words.ok) : `${words.refused} (${text(code)})`,
          is_ok && call === 'update_retention' ? daysChanged(act, words) : '',
        ),
      },
    ]
  })
  const all: Act[] = [
    ...done,
    ...judgements.map(({ at_ms, judged_by, uuid, lot, plate_answer, plate, reason, correction }) => ({
      at_ms,
      who: judged_by,
      of: of([uuid]),
      what: `${correction === 1 ? words.sample_corrected : words.sample_judged}: ${words.sample_lots[lot]}`,
      more: joined(
        // Where there is no vehicle, no plate was judged.
        lot !== 'occupied' || plate_answer === null
          ? ''
          : plate_answer === 'read'
            ? plate
            : words.sample_plates[plate_answer],
        reason,
      ),
    })),
    ...audit,
    ...settings.map(({ timestamp_ms, who, section, subject }) => ({
      at_ms: timestamp_ms,
      who,
      of: '',
      what: words.change,
      more: `${named(words.sections, section)} ${subject}`.trim(),
    })),
  ]
  return all
    .toSorted((a, b) => a.at_ms - b.at_ms)
    .map(({ at_ms, who, of: about, what, more }) => [stampOf(at_ms), who, about, what, more])
}

const plateChange = (before: string, after: string, words: DossierWords): string =>
  before === after ? '' : `${before || words.no_plate} → ${after || words.no_plate}`

/** Which spans of the retention a user changed, in days. */
function daysChanged(act: Readonly<Record<string, unknown>>, words: DossierWords): string {
  const [before, after] = [act['before'], act['after']].map(
    (rule) => (rule ?? {}) as Readonly<Record<string, unknown>>,
  )
  return (Object.keys(words.retention) as (keyof typeof words.retention)[])
    .filter((span) => before![span] !== after![span])
    .map((span) => `${words.retention[span]} ${text(before![span])} → ${text(after![span])}`)
    .join('；')
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
