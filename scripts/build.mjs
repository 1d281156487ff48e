/**
 * `npm run build [-- server sim analysis console verifier manual]`: bundles the programs for Node, and
 * builds the console, the manual and the verifier's page. `--stale` builds only what changed.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleOptions } from './lib/bundle.mjs'
import { packRuntime } from './lib/pack-runtime.mjs'
import { needNode } from './lib/node/node-version.mjs'
import { parts, recordBuilt, staleParts, statesOf } from './lib/parts.mjs'
import { root } from './lib/root.mjs'
import { runNode, Sentence, speak } from './lib/run.mjs'
import { writeSupply } from './lib/supply/write-supply.mjs'
import { buildVerifierPage } from './lib/verifier-page.mjs'

await needNode()

/** @param {'server' | 'sim' | 'analysis'} part */
async function bundle(part) {
  const { build } = await import('rolldown')
  await rm(join(root, part, 'dist'), { recursive: true, force: true })
  await build(bundleOptions(part))
}

async function buildAnalysis() {
  await bundle('analysis')
  await packRuntime()
}

async function buildConsole() {
  const { code, output } = await runNode('../node_modules/vite/bin/vite.js', ['build'], {
    cwd: join(root, 'console'),
  })
  if (code !== 0)
    throw new Sentence(`${output.trim()}\nThe console could not be built (the reason is above).`)
}

async function buildManual() {
  const { code, output } = await runNode('manual/site/build-manual.mjs', [])
  if (code !== 0) throw new Sentence(`${output.trim()}\nThe manual could not be built (the reason is above).`)
}

/** @type {Record<import('./lib/parts.mjs').Part, () => Promise<void>>} */
const builders = {
  server: () => bundle('server'),
  sim: () => bundle('sim'),
  analysis: buildAnalysis,
  console: buildConsole,
  verifier: buildVerifierPage,
  manual: buildManual,
}

/**
 * Builds the given parts and records the state of their sources.
 * @param {import('./lib/parts.mjs').Part[]} list
 */
export async function build(list) {
  const states = statesOf(list)
  /** @param {import('./lib/parts.mjs').Part[]} some */
  const inTurn = async (some) => {
    for (const part of some) {
      await builders[part]()
      if (part === 'server' || part === 'console') await writeSupply(part)
      recordBuilt({ [part]: states[part] ?? '' })
    }
  }
  // The console's bundler is a process of its own.
  await Promise.all([
    inTurn(list.filter((part) => part === 'console')),
    inTurn(list.filter((part) => part !== 'console')),
  ])
}

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  await speak(async () => {
    const asked = process.argv.slice(2)
    const names = /** @type {import('./lib/parts.mjs').Part[]} */ (Object.keys(parts))
    const wrong = asked.find((word) => word !== '--stale' && !(word in parts))
    if (wrong) throw new Sentence(`There is no part "${wrong}". The parts are ${names.join(', ')}.`)
    const chosen = names.filter((name) => asked.every((word) => word === '--stale') || asked.includes(name))
    const stale = asked.includes('--stale') ? staleParts() : names
    await build(chosen.filter((name) => stale.includes(name)))
  })
}
