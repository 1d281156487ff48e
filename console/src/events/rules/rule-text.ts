/** A rule of evidence and what was found, in the user's words. */
import type { EvidenceRule, WrittenFact } from '@parking/contract/evidence-rules/judge.ts'
import type { Areas } from '#src/locales/areas.ts'
import { bytesText } from '#src/lib/bytes.ts'

type Words = Areas['evidence_rules']

/** What the rule requires, with its limit and unit. */
export function limitText(words: Words, rule: EvidenceRule): string {
  const { limits } = words
  switch (rule.kind) {
    case 'picture_count':
      return limits.picture_count(rule.min)
    case 'picture_pixels':
      return limits.picture_pixels(`${rule.width}×${rule.height}`)
    case 'picture_bytes':
      return limits.picture_bytes(bytesText(rule.max))
    case 'picture_interval':
      return limits.picture_interval(rule.seconds)
    case 'plate_legible':
      return limits.plate_legible(rule.height, Math.round(rule.contrast * 100))
    case 'text_on_picture':
      return limits.text_on_picture(rule.facts.map((fact) => words.facts[fact]).join('、'))
    case 'clock_offset':
      return limits.clock_offset(String(rule.ms / 1000))
  }
}

/** Empty if nothing was measured. */
export function foundText(words: Words, { kind }: EvidenceRule, found: string): string {
  if (found === '') return ''
  if (kind === 'picture_bytes') return words.found.picture_bytes(bytesText(Number(found)))
  if (kind === 'text_on_picture')
    return words.found.text_on_picture(
      found
        .split(' ')
        .map((fact) => words.facts[fact as WrittenFact])
        .join('、'),
    )
  return words.found[kind](found)
}
