import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checks } from './checks.mjs'
import { needChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { brief, countPlaywright, countVitest, nothing } from './reports.mjs'
import { root } from './root.mjs'
import { runNode } from './run.mjs'

/** @typedef {import('./reports.mjs').Count} Count */

const cache = join(root, '.cache')
const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Runs every stage and prints the sum. @param {readonly string[]} only what to hand to Playwright; empty means everything */
export async function testAll(only) {
  const begun = performance.now()
  await install()
  const chromium = await needChromium()
  mkdirSync(cache, { recursive: true })
  /** @type {Count} */
  const sum = { ...nothing, failures: [], unsteady: [] }

  /** @param {string} name @param {() => Promise<Count>} work */
  const stage = async (name, work) => {
    const since = performance.now()
    const count = await work()
    sum.passed += count.passed
    sum.failed += count.failed
    sum.skipped += count.skipped
    sum.failures.push(...(count.failed > 0 && count.failures.length === 0 ? [name] : count.failures))
    sum.unsteady.push(...count.unsteady)
    console.log(`${count.failed === 0 ? 'good' : 'BAD '}  ${name}: ${say(count)} (${seconds(since)})`)
    return count.failed === 0
  }

  // Checks run beside the build and the units: what waits there gives them the processor.
  const checking = only.length === 0 ? checks.map(({ name, run }) => ({ name, result: run() })) : []
  const built = await stage('build', () => one('build', runNode('scripts/build.mjs', ['--stale'])))
  const units = only.length === 0 ? stage('units, server, street, rules', () => vitest()) : undefined
  for (const { name, result } of checking) await stage(name, () => one(name, result))
  await units
  if (built) await stage('browser', () => playwright(chromium, only))
  else console.log('BAD   browser: not run, there is nothing to run it on')

  // Told once more at the end: of a long log often only that is kept.
  for (const test of sum.unsteady) console.log(`UNSTEADY, passed at the second try: ${test}`)
  for (const test of sum.failures) console.log(`FAILED: ${test}`)
  console.log(`All of it took ${seconds(begun)}.`)
  console.log(say(sum))
  if (sum.failed > 0 || sum.passed === 0) process.exitCode = 1
}

/** @param {Count} count */
const say = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** A check is one test. @param {string} name @param {Promise<{ code: number, output: string }>} running @returns {Promise<Count>} */
async function one(name, running) {
  const { code, output } = await running
  if (code === 0) return { ...nothing, passed: 1 }
  console.log(output.trim())
  return { ...nothing, failed: 1, failures: [`${name}\n${brief(output, 40)}`] }
}

/** A runner that failed without a failed test to show for it has crashed, or ran nothing: that is a failure too. @param {Count} count @param {number} code @returns {Count} */
const orCrash = (count, code) =>
  (code !== 0 && count.failed === 0) || count.passed + count.failed === 0
    ? { ...count, failed: count.failed + 1 }
    : count

async function vitest() {
  const report = join(cache, 'vitest.json')
  rmSync(report, { force: true })
  // A process is split in a time that grows with its memory: a test device that starts hundreds of programs is a large one.
  const env = { ...process.env, MALLOC_ARENA_MAX: '2' }
  const { code } = await runNode(
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { show: true, env },
  )
  return orCrash(countVitest(report), code)
}

/** @param {string} chromium @param {readonly string[]} only */
async function playwright(chromium, only) {
  const report = join(cache, 'playwright.json')
  rmSync(report, { force: true })
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const { code } = await runNode(
    'node_modules/@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...only],
    { show: true, env },
  )
  return orCrash(countPlaywright(report), code)
}
