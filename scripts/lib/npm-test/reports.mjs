/** Reads the JSON reports of the two test runners into one list of results. */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * `unsteady`: passed on the second try. `message`: why the first try failed.
 * @typedef {'passed' | 'failed' | 'skipped' | 'unsteady'} Outcome
 * @typedef {{ name: string, outcome: Outcome, message?: string | undefined }} Result
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ title: string, specs: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ testResults?: VitestFile[], suites?: Suite[], errors?: { message?: string }[] }} Report
 */

/** Empty if a runner crashed before it could write its report. @param {string} file @returns {Report} */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/** The lines of a text that are not blank, without colours. @param {string} text */
const linesOf = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')

/** The last lines of a runner's output. @param {string} output @param {number} max_lines */
export const lastLines = (output, max_lines) => linesOf(output).slice(-max_lines).join('\n')

/** The first lines of a message, for the summary at the end of a run. @param {string | undefined} text */
export const brief = (text, max_lines = 12) =>
  linesOf(text ?? '')
    .slice(0, max_lines)
    .map((line) => `    ${line.slice(0, 400)}`)
    .join('\n')

/** @param {VitestTest} test @returns {Outcome} */
function outcomeOf({ status, failureMessages }) {
  if (status === 'passed') return failureMessages.length > 0 ? 'unsteady' : 'passed'
  return status === 'failed' ? 'failed' : 'skipped'
}

/**
 * Results of Vitest. A file that cannot be loaded has no tests and counts as one failure.
 * @param {string} report @returns {Result[]}
 */
export const vitestResults = (report) =>
  (read(report).testResults ?? []).flatMap((file) =>
    file.status === 'failed' && file.assertionResults.length === 0
      ? [{ name: basename(file.name), outcome: 'failed', message: file.message }]
      : file.assertionResults.map((one) => ({
          name: `${basename(file.name)} › ${one.fullName}`,
          outcome: outcomeOf(one),
          message: one.failureMessages[0],
        })),
  )

const outcomes = /** @type {const} */ ({ expected: 'passed', unexpected: 'failed', flaky: 'unsteady' })

/**
 * Results of Playwright. An error outside any test counts as one failure.
 * @param {string} report @returns {Result[]}
 */
export function playwrightResults(report) {
  const { suites = [], errors = [] } = read(report)
  /** @param {Suite} suite @param {string} path @returns {Result[]} */
  const resultsIn = ({ title, specs, suites: inner = [] }, path) => [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status, results: [first] }) => ({
        name: `${path}${title} › ${spec.title}`,
        outcome: outcomes[/** @type {keyof typeof outcomes} */ (status)] ?? 'skipped',
        message: first?.error?.message,
      })),
    ),
    ...inner.flatMap((suite) => resultsIn(suite, `${path}${title} › `)),
  ]
  return [
    ...suites.flatMap((suite) => resultsIn(suite, '')),
    ...errors.map(({ message }) => ({ name: 'outside of the tests', outcome: outcomes.unexpected, message })),
  ]
}
