/** Counts what the test runners' JSON reports say. */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * What a stage has to tell: how many, who failed and who passed at the second try, each with what was wrong at the first.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], unsteady: string[] }} Count
 */

/** @type {Readonly<Count>} */
export const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] }

/** @param {string} file @returns {unknown} */
function read(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The beginning of a message, in few lines that fit: what a log that keeps only its end still shows. @param {string | undefined} text @param {number} [most] lines */
export const brief = (text, most = 12) =>
  stripVTControlCharacters(text ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, most)
    .map((line) => `    ${line.slice(0, 400)}`)
    .join('\n')

/** Vitest's. A file that could not be loaded has no test of its own, and counts as one failure. @param {string} file @returns {Count} */
export function countVitest(file) {
  const report =
    /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] } | undefined} */ (
      read(file)
    )
  if (!report) return nothing
  const broken = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  )
  /** @param {string} wanted */
  const told = (wanted) =>
    report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === wanted && failureMessages.length > 0)
        .map(
          ({ fullName, failureMessages }) => `${basename(name)} › ${fullName}\n${brief(failureMessages[0])}`,
        ),
    )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...broken.map(({ name, message }) => `${basename(name)}\n${brief(message)}`),
      ...told('failed'),
    ],
    unsteady: told('passed'),
  }
}

/** Playwright's. @param {string} file @returns {Count} */
export function countPlaywright(file) {
  const report =
    /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: Suite[], errors?: { message?: string }[] } | undefined} */ (
      read(file)
    )
  if (!report) return nothing
  const {
    stats: { expected, unexpected, flaky, skipped },
    suites,
    errors = [],
  } = report
  /** @param {string} wanted */
  const told = (wanted) => suites.flatMap((suite) => toldIn(suite, wanted))
  return {
    passed: expected + flaky,
    failed: unexpected + errors.length,
    skipped,
    failures: [...told('unexpected'), ...errors.map(({ message }) => brief(message))],
    unsteady: told('flaky'),
  }
}

/** @typedef {{ title: string, specs: { title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }[], suites?: Suite[] }} Suite */

/** @param {Suite} suite @param {string} wanted @returns {string[]} */
const toldIn = ({ title, specs, suites = [] }, wanted) => [
  ...specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => `${title} › ${spec.title}\n${brief(results[0]?.error?.message)}`),
  ),
  ...suites.flatMap((inner) => toldIn(inner, wanted)).map((name) => `${title} › ${name}`),
]
