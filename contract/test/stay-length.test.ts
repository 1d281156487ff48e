/** One stay has one length, wherever it is shown. */
import { stayLength } from '../src/stays/stay-length.ts'
import { expect, test } from 'vitest'
import { textOf } from '../../scripts/lib/sources.ts'

test.each([
  [51_000, '0:00:51'],
  [51_499, '0:00:51'],
  [59_500, '0:01:00'],
  [3_951_000, '1:05:51'],
  [90_000_000, '25:00:00'],
  [-5_000, '0:00:00'],
])('%i ms is %s', (ms, text) => expect(stayLength(ms)).toBe(text))

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
