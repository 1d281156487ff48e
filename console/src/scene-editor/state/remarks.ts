/** Turns findings of the model and refusals by the device into sentences about lots. */
import type { Issue } from '@parking/contract/core/rules.ts'
import type { Finding } from '../model/lot-rules.ts'
import { lotOf, type LotId, type SceneDocument } from '../model/document.ts'
import { numberOf, type SceneWords } from './names.ts'

/** How a lot is drawn, decided by its worst remark. */
export type Tone = 'good' | 'warning' | 'error'
export type Tones = ReadonlyMap<LotId, Tone>

export type Remark = {
  readonly severity: 'error' | 'warning'
  readonly lots: readonly LotId[]
  readonly text: string
  /** The field of the scene that the remark is about. */ readonly field?: 'parking_no'
  /** The scene that already uses the lot number. */ readonly taken_by?: {
    readonly camera_sn: string
    readonly scene_id: string
    readonly camera_name: string
  }
}

/** A refusal by the device, tied to the lot as it was sent. */
export type Refusal = { readonly lot: LotId | undefined; readonly why: string }

/** `lots.3.lot_no` refers to the fourth lot sent. */
export const refusalsOf = (
  issues: readonly Issue[],
  sent: SceneDocument,
  why: (issue: Issue) => string,
): Refusal[] =>
  issues.map((issue) => ({
    lot: sent.lots[Number(/^lots\.(\d+)/.exec(issue.field)?.[1] ?? -1)]?.id,
    why: why(issue),
  }))

/** Refusals by the device first, then the findings, each as a sentence. */
export function remarksOf(
  words: SceneWords,
  document: SceneDocument,
  findings: readonly Finding[],
  refusals: readonly Refusal[],
): Remark[] {
  const name = (id: LotId | undefined) => {
    const lot = id && lotOf(document, id)
    return lot ? numberOf(words, lot) : words.lot_unnamed
  }
  const from_findings = findings.map((finding): Remark => ({
    severity: finding.severity,
    lots: finding.lots,
    text: sentence(words.findings, finding, name),
    ...(finding.kind === 'parking_no_empty' && { field: 'parking_no' }),
    ...conflictOf(finding),
  }))
  const refused = refusals.map(({ lot, why }): Remark => ({
    severity: 'error',
    lots: lot ? [lot] : [],
    text: lot ? words.findings.refused(name(lot), why) : why,
  }))
  return [...refused, ...from_findings]
}

function conflictOf(finding: Finding): Pick<Remark, 'taken_by'> {
  if (finding.kind !== 'taken') return {}
  const { camera_sn, scene_id, camera_name } = finding.taken_by
  return camera_sn !== undefined && scene_id !== undefined
    ? { taken_by: { camera_sn, scene_id, camera_name } }
    : {}
}

function sentence(
  words: SceneWords['findings'],
  finding: Finding,
  name: (id: LotId | undefined) => string,
): string {
  const [first, second] = finding.lots
  switch (finding.kind) {
    case 'parking_no_empty':
    case 'focus_wrong':
    case 'mark_wrong':
    case 'lot_no_empty':
      return words[finding.kind]
    case 'too_many':
      return words.too_many(finding.limit)
    case 'taken':
      return words.taken(name(first), finding.taken_by.camera_name)
    case 'small':
      return words.small(name(first), finding.width, finding.height)
    case 'overlap':
      return words.overlap(name(first), name(second))
    case 'lot_no_long':
    case 'motor_cells':
    case 'outside':
    case 'crossing':
    case 'sliver':
    case 'duplicate':
      return words[finding.kind](name(first))
  }
}

/** The worst severity for each lot. */
export function tonesOf(remarks: readonly Remark[]): Tones {
  const tones = new Map<LotId, Tone>()
  for (const { severity, lots } of remarks)
    for (const lot of lots) if (tones.get(lot) !== 'error') tones.set(lot, severity)
  return tones
}

export const isSameTones = (one: Tones, other: Tones): boolean =>
  one.size === other.size && [...one].every(([lot, tone]) => other.get(lot) === tone)
