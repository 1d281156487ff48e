/** The verdict on a row of the scorecard, by the verdicts on its three rates. */
import { expect, test } from 'vitest'
import { verdictOfRow, type Measured } from '#src/pages/business/accuracy/results/measured.ts'

const nothing = { checked: 0, wrong: 0, lost: 0, rate: 0, low: 0, high: 1, at_most: 1, missing: 299 }
const kept: Measured = { ...nothing, checked: 400, at_most: 0.008, high: 0.01, missing: 0 }
const broken: Measured = { ...nothing, checked: 400, wrong: 40, rate: 0.1, low: 0.07, high: 0.13 }
const open: Measured = { ...nothing, checked: 100, at_most: 0.03, high: 0.04 }
const few: Measured = { ...broken, checked: 9 }

test.each([
  ['broken', [kept, kept, broken]],
  ['broken', [nothing, broken, nothing]],
  ['kept', [kept, kept, kept]],
  // Nothing is known of its plates, so the camera as a whole keeps no promise yet.
  ['unsure', [kept, kept, nothing]],
  ['unsure', [kept, open, kept]],
  ['unsure', [few, nothing, nothing]],
  ['none', [nothing, nothing, { ...nothing, lost: 3 }]],
] as const)('%s', (verdict, [entry, exit, plate]) => {
  expect(verdictOfRow({ entry, exit, plate }, 1)).toBe(verdict)
})
