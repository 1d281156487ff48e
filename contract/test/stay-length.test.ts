/** One stay has one length, wherever it is shown. */
import { secondsBetween, stayLength } from '../src/stays/stay-length.ts'
import { expect, test } from 'vitest'
import { textOf } from '../../scripts/lib/sources.ts'

test.each([
  [51, '0:00:51'],
  [60, '0:01:00'],
  [3_951, '1:05:51'],
  [90_000, '25:00:00'],
  [-5, '0:00:00'],
])('%i s is %s', (seconds, text) => expect(stayLength(seconds)).toBe(text))

test.each([
  [0, 1_200_000, 1_200],
  // Shown as 0:00:00 and 0:20:00, or as 0:00:00 and 0:19:59.
  [100, 1_200_900, 1_200],
  [900, 1_199_999, 1_199],
  [5_000, 4_000, 0],
])('from %i to %i are the %i seconds between the stamps', (begin_ms, end_ms, seconds) =>
  expect(secondsBetween(begin_ms, end_ms)).toBe(seconds),
)

test.each([
  ['the table of stays', 'console/src/pages/business/data/stays/stay-table.tsx'],
  ['the panel of a stay', 'console/src/pages/business/data/stays/panel/stay-panel.tsx'],
  ['the dispute sheet', 'console/src/pages/business/data/stays/sheet/stay-sheet.tsx'],
  ['the detail of an event', 'console/src/events/detail/event-detail-session.tsx'],
  ['the front page of a dossier', 'server/src/dossier/dossier-front.ts'],
])('%s shows it', (_, path) => {
  const text = textOf(path)
  expect(text).toMatch(/\bstayLength\(/)
  expect(text).not.toMatch(/\b(lengthText|durationText)\(/)
})
