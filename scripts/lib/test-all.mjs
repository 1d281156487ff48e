/** Implements `npm test`: checks, unit tests and browser tests. A failed stage does not stop the next. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checks } from './checks.mjs'
import { needChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { forgetLacking, lacking } from './npm-test/lacking.mjs'
import { memoryFolder } from './npm-test/memory-folder.mjs'
import { brief, lastLines, playwrightResults, vitestResults } from './npm-test/reports.mjs'
import { root } from './root.mjs'
import { runNode } from './run.mjs'
import { writtenStatements } from './npm-test/statements.mjs'

/** @typedef {import('./npm-test/reports.mjs').Result} Result */

const cache = join(root, '.cache')
const max_failure_lines = 34
const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const unit_folder = /^(\.\/)?(contract|server|sim|analysis|console|verifier|deploy|rules)(\/|$)/

/**
 * The arguments of both runners; undefined for a runner that has nothing to run.
 * @param {readonly string[]} words
 */
async function wanted(words) {
  const changed = words.find((word) => /^--changed(=|$)/.test(word))
  if (changed === undefined) {
    const of = (/** @type {boolean} */ is_unit) => {
      const own = words.filter((word) => unit_folder.test(word) === is_unit)
      return words.length === 0 || own.length > 0 ? own : undefined
    }
    return { units: of(true), browser: of(false) }
  }
  // Loaded late, because it needs packages that this process may have installed.
  const { changedFiles, choose } = await import('./npm-test/changed.ts')
  const chosen = choose(changedFiles(changed.split('=')[1]))
  const argumentsOf = (/** @type {'units' | 'browser'} */ runner) => {
    const { tests, why } = chosen[runner]
    console.log(`${runner}: ${tests === 'all' ? 'all' : `${tests.length} files`}; ${why}`)
    return tests === 'all' ? [] : tests.length > 0 ? tests : undefined
  }
  return { units: argumentsOf('units'), browser: argumentsOf('browser') }
}

/**
 * Runs every stage and prints the totals.
 * @param {readonly string[]} only if not empty, only these run: paths of unit tests and arguments for
 * Playwright, or `--changed` and perhaps `=REF` for what the changes since then can break
 */
export async function testAll(only) {
  const started = performance.now()
  await install()
  forgetLacking()
  const { units: units_only, browser: browser_only } = await wanted(only)
  const chromium = browser_only ? await needChromium() : ''
  mkdirSync(cache, { recursive: true })
  const memory = memoryFolder()
  if (memory) process.env['TMPDIR'] = memory
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
  const units = units_only && stage('units, server, street, rules', runUnits(units_only))
  for (const { name, running } of checking) await stage(name, check(name, running))
  await units
  if (browser_only && built) await stage('browser', runBrowser(chromium, browser_only))
  else if (browser_only) console.log('BAD   browser: not run, because the build failed')

  // Failures are repeated at the end, because often only the end of a long log is kept.
  for (const { name, outcome, message } of all)
    if (outcome === 'failed') console.log(`FAILED: ${name}\n${brief(message, max_failure_lines)}`)
    else if (outcome === 'unsteady')
      console.log(`UNSTEADY, passed at the second try: ${name}\n${brief(message)}`)
  const left_out = all.filter(({ outcome }) => outcome === 'skipped').map(({ name }) => name.split(' › ')[0])
  if (left_out.length > 0)
    console.log(
      `Left out: ${left_out.length} tests of ${[...new Set(left_out)].join(', ')}. ` +
        `This machine lacks ${lacking().join(', ') || 'what they need'}.`,
    )
  console.log(`${await writtenStatements()} tests are written; ${all.length} checks and tests ran.`)
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
