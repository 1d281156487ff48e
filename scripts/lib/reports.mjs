/** Counts what the test runners' JSON reports say. */
import { existsSync, readFileSync } from 'node:fs'

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

/** Vitest's. A file that could not be loaded has no test of its own, and counts as one failure. @param {string} file @returns {Count} */
export function countVitest(file) {
  const report = /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { status: string, assertionResults: unknown[] }[] } | undefined} */ (read(file))
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  const broken = report.testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0).length
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken, skipped: report.numPendingTests + report.numTodoTests }
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
