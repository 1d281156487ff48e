/** The handover sheet, which the server writes, uses the same words as the console's installation wizard. */
import type { Language } from '@parking/contract/core/language.ts'
import { sheet_words } from '@parking/server/handover/sheet-words.ts'
import { expect, test } from 'vitest'
import { loaders } from '@parking/console/locales/areas.ts'

test.for<Language>(['zh', 'tw'])('%s: the sheet and the console use the same words', async (language) => {
  const { default: install } = await loaders[language].install()
  const { steps, gaps, names, results, test, result, when, not_run, stale, verdict_done, tests, open } =
    sheet_words[language]
  expect({ steps, gaps, tests: names, results, test, result, when, not_run, stale }).toEqual({
    steps: install.steps,
    gaps: install.gaps,
    tests: install.tests,
    results: install.results,
    test: install.test,
    result: install.result,
    when: install.when,
    not_run: install.not_run,
    stale: install.stale,
  })
  expect([verdict_done, tests, open]).toEqual([
    install.handover_done,
    install.tests_title,
    install.open_title,
  ])
})
