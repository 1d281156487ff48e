/** Implements `npm test`: checks, unit tests and browser tests. A failed stage does not stop the next. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checks } from './checks.mjs'
import { needChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { brief, lastLines, playwrightResults, vitestResults } from './reports.mjs'
import { root } from './root.mjs'
import { runNode } from './run.mjs'

/** @typedef {import('./reports.mjs').Result} Result */

const cache = join(root, '.cache')
const max_failure_lines = 34
const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const unit_folder = /^(\.\/)?(contract|server|sim|analysis|console|verifier|deploy|rules)(\/|$)/

/**
 * Runs every stage and prints the totals.
 * @param {readonly string[]} only if not empty, only these run: paths of unit tests, and arguments for
 * Playwright
 */
export async function testAll(only) {
  const started = performance.now()
  await install()
  const [units_only, browser_only] = [
    only.filter((word) => unit_folder.test(word)),
    only.filter((word) => !unit_folder.test(word)),
  ]
  const [wants_units, wants_browser] = [units_only, browser_only].map(
    (words) => only.length === 0 || words.length > 0,
  )
  const chromium = wants_browser ? await needChromium() : ''
  mkdirSync(cache, { recursive: true })
  /** @type {Result[]} */
  const all = []

  /** @param {string} name @param {Promise<Result[]>} running */
  const stage = async (name, running) => {
    const since = performance.now()
    const results = await running
    all.push(...results)
    const good = results.every(({ outcome }) => outcome !== 'failed')
    console.log(`${good ? 'good' : 'BAD '}  ${name}: ${sum(results)} (${seconds(since)})`)
    return good
  }

  // The checks run in parallel with the build and the unit tests, which spend a third of their time waiting.
  const checking = only.length > 0 ? [] : checks.map(({ name, run }) => ({ name, running: run() }))
  const built = await stage('build', check('build', runNode('scripts/build.mjs', ['--stale'])))
  const units = wants_units && stage('units, server, street, rules', runUnits(units_only))
  for (const { name, running } of checking) await stage(name, check(name, running))
  await units
  if (wants_browser && built) await stage('browser', runBrowser(chromium, browser_only))
  else if (wants_browser) console.log('BAD   browser: not run, because the build failed')

  // Failures are repeated at the end, because often only the end of a long log is kept.
  for (const { name, outcome, message } of all)
    if (outcome === 'failed') console.log(`FAILED: ${name}\n${brief(message, max_failure_lines)}`)
    else if (outcome === 'unsteady')
      console.log(`UNSTEADY, passed at the second try: ${name}\n${brief(message)}`)
  console.log(`All of it took ${seconds(started)}.\n${sum(all)}`)
  if (all.length === 0 || all.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
}

/** @param {readonly Result[]} results */
function sum(results) {
  const count = (/** @type {Result['outcome'][]} */ ...outcomes) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length
  const skipped = count('skipped')
  const more = skipped > 0 ? `, ${skipped} skipped` : ''
  return `${count('passed', 'unsteady')} passed, ${count('failed')} failed${more}`
}

/**
 * A check counts as one test.
 * @param {string} name @param {ReturnType<typeof runNode>} running @returns {Promise<Result[]>}
 */
async function check(name, running) {
  const { code, output } = await running
  if (code !== 0) console.log(output.trim())
  return [{ name, outcome: code === 0 ? 'passed' : 'failed', message: brief(output, 40) }]
}

/**
 * Counts a runner that crashed, ran nothing or saw an error outside its tests as a failure.
 * @param {string} name @param {Awaited<ReturnType<typeof runNode>>} run @param {Result[]} results
 * @returns {Result[]}
 */
function orCrash(name, { code, output }, results) {
  const explained = code === 0 || results.some(({ outcome }) => outcome === 'failed')
  if (explained && results.length > 0) return results
  const end = lastLines(output, max_failure_lines - 1)
  const message = `The runner ended with exit code ${code}. Its last lines:\n${end}`
  return [...results, { name, outcome: 'failed', message }]
}

/** @param {readonly string[]} only */
async function runUnits(only) {
  const report = join(cache, 'vitest.json')
  rmSync(report, { force: true })
  const run = await runNode(
    'node_modules/vitest/vitest.mjs',
    ['run', ...only, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { show: true },
  )
  return orCrash('units', run, vitestResults(report))
}

/** @param {string} chromium @param {readonly string[]} only */
async function runBrowser(chromium, only) {
  const report = join(cache, 'playwright.json')
  rmSync(report, { force: true })
  const run = await runNode(
    'node_modules/@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...only],
    { show: true, env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  )
  return orCrash('browser tests', run, playwrightResults(report))
}
