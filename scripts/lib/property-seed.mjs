/**
 * The seed of all property tests. The same sources draw the same inputs on every machine; a change of a
 * source draws others. `FC_SEED` sets it: a number, or `random`.
 */
import { execFileSync } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { root } from './root.mjs'

const sources = ['analysis', 'console', 'contract', 'deploy', 'server', 'sim', 'verifier']

/** @returns {number} A 32-bit integer; 0 outside a git repository. */
export function propertySeed() {
  const asked = process.env['FC_SEED']
  if (asked === 'random') return randomInt(2 ** 31)
  if (asked) return Number(asked)
  try {
    const trees = sources.map((folder) => `HEAD:${folder}`)
    const ids = execFileSync('git', ['rev-parse', ...trees], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return createHash('sha256').update(ids).digest().readInt32BE()
  } catch {
    return 0
  }
}
