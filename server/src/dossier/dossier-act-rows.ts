/** The table of what users did around a stay, in the words of a reader who knows no call of the device. */
import { check_undone } from '@parking/contract'
import { stampOf } from '#src/core/stamp.ts'
import type { DossierActs } from './dossier-content.ts'
import type { DossierWords } from './words.ts'

type Act = { at_ms: number; cells: string[] }

/** Rows of time, user, act and result, oldest first. */
export function actRows(
  { ledger, judgements, audit, repairs, settings }: DossierActs,
  words: DossierWords,
): string[][] {
  const named = (names: Readonly<Record<string, string>>, key: string) => names[key] ?? key
  const acts: Act[] = [
    ...ledger.map(({ at_ms, checked_by, verdict, plate_before, plate_after, reason }) => {
      const plates =
        plate_before === plate_after
          ? ''
          : `${plate_before || words.no_plate} → ${plate_after || words.no_plate}`
      const is_undo = reason === check_undone
      return {
        at_ms,
        cells: [
          checked_by,
          `${words.checks}: ${is_undo ? words.check_undone : named(words.verdicts, verdict)}`,
          [plates, is_undo ? '' : reason].filter(Boolean).join(' · '),
        ],
      }
    }),
    ...judgements.map(({ at_ms, judged_by, lot, plate_answer, plate, reason, correction }) => ({
      at_ms,
      cells: [
        judged_by,
        `${correction === 1 ? words.sample_corrected : words.sample_judged}: ${words.sample_lots[lot]}`,
        [plate_answer === 'read' ? plate : plate_answer && words.sample_plates[plate_answer], reason]
          .filter(Boolean)
          .join(' · '),
      ],
    })),
    ...repairs.map(({ at_ms, done_by, act, reason, undone_ms, undone_by }) => ({
      at_ms,
      cells: [
        done_by,
        `${words.repair}: ${words.repairs[act]}`,
        [reason, undone_ms === null ? '' : `${words.repair_undone} ${stampOf(undone_ms)} ${undone_by}`]
          .filter(Boolean)
          .join(' · '),
      ],
    })),
    ...audit.map(({ timestamp_ms, detail }) => {
      const { audit: act = {} } = JSON.parse(detail) as { audit?: Readonly<Record<string, unknown>> }
      const { who, call, code } = act
      const result = code === undefined || code === 0 ? words.ok : `${words.refused} (${text(code)})`
      return { at_ms: timestamp_ms, cells: [text(who), named(words.calls, text(call)), result] }
    }),
    ...settings.map(({ timestamp_ms, who, section, subject }) => ({
      at_ms: timestamp_ms,
      cells: [who, words.change, `${named(words.sections, section)} ${subject}`.trim()],
    })),
  ]
  return acts.toSorted((a, b) => a.at_ms - b.at_ms).map(({ at_ms, cells }) => [stampOf(at_ms), ...cells])
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
