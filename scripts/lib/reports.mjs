/** Counts what the test runners' JSON reports say. */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @param {string} file @returns {unknown} */
function read(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Vitest's. A file that could not be loaded has no test of its own, and counts as one failure. A test that needed a second try has passed, and is named with what was wrong at the first. @param {string} file @returns {Count & { unsteady: string[] }} */
export function countVitest(file) {
  const report = /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { name: string, status: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] } | undefined} */ (read(file))
  if (!report) return { passed: 0, failed: 0, skipped: 0, unsteady: [] }
  const broken = report.testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0).length
  const unsteady = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0).map(({ fullName, failureMessages }) => `${basename(name)} › ${fullName}: ${failureMessages[0]?.split('\n')[0]}`))
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken, skipped: report.numPendingTests + report.numTodoTests, unsteady }
}

/** Playwright's. Who needed a second try has passed, and is named: it may be a fault that comes and goes. @param {string} file @returns {Count & { unsteady: string[] }} */
export function countPlaywright(file) {
  const report = /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: Suite[], errors?: unknown[] } | undefined} */ (read(file))
  if (!report) return { passed: 0, failed: 0, skipped: 0, unsteady: [] }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected + (report.errors?.length ?? 0), skipped, unsteady: report.suites.flatMap(unsteadyIn) }
}

/** @typedef {{ title: string, specs: { title: string, tests: { status: string }[] }[], suites?: Suite[] }} Suite */

/** @param {Suite} suite @returns {string[]} */
const unsteadyIn = ({ title, specs, suites = [] }) => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map((spec) => `${title} › ${spec.title}`),
  ...suites.flatMap(unsteadyIn).map((name) => `${title} › ${name}`),
]
