/**
 * The rule packs that ship with the product. No primary text was available: each is marked as second-hand,
 * with the page on which it was read. They govern traffic offences; for parking fees they are a benchmark.
 */
import type { EvidenceRule } from './judge.ts'

export const source_kinds = ['standard', 'city', 'own'] as const
export type RulePack = {
  readonly pack: string
  readonly name: string
  readonly source: string
  readonly source_kind: (typeof source_kinds)[number]
  /** The text itself was not read, only what others write about it. */
  readonly second_hand: boolean
  /** The year or the day of the text. */
  readonly as_of: string
  readonly rules: readonly EvidenceRule[]
}

export const shipped_packs: readonly RulePack[] = [
  {
    pack: 'ga-t-832-2014',
    name: 'GA/T 832-2014',
    source: 'https://biao-zhun.cn/61129.html',
    source_kind: 'standard',
    second_hand: true,
    as_of: '2014',
    rules: [
      { kind: 'clock_offset', ms: 1000, clause: '3.2' },
      { kind: 'picture_count', min: 2, clause: '3.3' },
      { kind: 'picture_pixels', width: 1280, height: 720, clause: '3.4' },
      { kind: 'picture_interval', seconds: 10, clause: '3.5' },
    ],
  },
  {
    pack: 'beijing-2014',
    name: '北京 2014',
    source: 'http://auto.people.com.cn/n/2014/0112/c1005-24093481.html',
    source_kind: 'city',
    second_hand: true,
    as_of: '2014-01-12',
    // The report also asks for a legible plate, without a measure, and for a clock that drifts at most a
    // second a day: neither is a limit by which an event can be judged.
    rules: [{ kind: 'picture_count', min: 3, clause: '' }],
  },
]
