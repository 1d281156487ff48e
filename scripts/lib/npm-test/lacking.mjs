/** Notes what this machine lacks for some of its tests; `npm test` says it in one line at its end. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

const cache = join(root, '.cache')
const file = join(cache, 'lacking.txt')

/**
 * Returns whether a program or file is missing, and notes it.
 * @param {string} what @param {boolean} missing
 */
export function lacks(what, missing) {
  mkdirSync(cache, { recursive: true })
  if (missing) appendFileSync(file, `${what}\n`)
  return missing
}

/** What was missing since `forgetLacking`, each once. */
export const lacking = () =>
  existsSync(file) ? [...new Set(readFileSync(file, 'utf8').trim().split('\n'))].sort() : []

export const forgetLacking = () => rmSync(file, { force: true })
