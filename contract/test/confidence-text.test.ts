/** A confidence has one form, wherever it is shown. */
import { expect, test } from 'vitest'
import { projectFiles, textOf } from '../../scripts/lib/sources.ts'
import { confidenceText } from '../src/checks/event-standing.ts'

test.each([
  [0, '0%'],
  [7, '7%'],
  [83.449, '83.4%'],
  [83.45, '83.5%'],
  [99.94, '99.9%'],
  // Only what is certain is written as such.
  [99.951, '99.9%'],
  [99.999, '99.9%'],
  [100, '100%'],
])('%f is %s', (confidence, text) => expect(confidenceText(confidence)).toBe(text))

/** The confidence of an event as a value, not the label of a table or a comparison. */
const shown = /(?<before>[\w.]*[{(])\s*(?<owner>\w+\.)?confidence(?: \* 100)?\s*[})]/g
const labels = ['words.', 'sheet.']
/** How well the reference picture of a camera matches; no confidence of an event. */
const other = 'console/src/pages/business/sceneConfig/scene/reference/references-dialog.tsx'

test('every page and paper that shows a confidence writes it so', () => {
  const pages = projectFiles().filter(
    (path) => /^(?:console\/src\/.*\.tsx|server\/src\/dossier\/.*\.ts)$/.test(path) && path !== other,
  )
  const found = pages.flatMap((path) =>
    [...textOf(path).matchAll(shown)]
      .filter(({ groups }) => !labels.includes(groups!['owner'] ?? ''))
      .map(({ groups, index, input }) => ({
        path,
        before: groups!['before'],
        line: input.slice(input.lastIndexOf('\n', index) + 1, input.indexOf('\n', index)).trim(),
      })),
  )
  expect(found.length).toBeGreaterThan(4)
  const others = found.filter(
    ({ before, line }) =>
      before !== 'confidenceText(' && !/<Confidence percent=\{event\.confidence\}/.test(line),
  )
  expect(others).toEqual([])
  expect(textOf('console/src/events/list/event-cell.tsx')).toContain('{confidenceText(percent)}')
  expect(textOf('server/src/dossier/dossier-front.ts')).toContain('confidenceText(sure)')
})

test('no text adds a percent sign to a confidence by itself', () => {
  const texts = projectFiles().filter((path) =>
    /^(?:console\/src\/locales|contract\/src\/words)\//.test(path),
  )
  const wrong = texts
    .filter((path) => !path.endsWith('/camera/camera-reference.ts'))
    .flatMap((path) =>
      [...textOf(path).matchAll(/(?:置信度|信心度) ?\$\{[^}]*\} ?[%％]/g)].map(([text]) => [path, text]),
    )
  expect(wrong).toEqual([])
})
