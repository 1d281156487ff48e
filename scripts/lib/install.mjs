/** Puts the packages of package-lock.json into node_modules, when they are not there already. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { run, Sentence } from './run.mjs'

const lock = join(root, 'package-lock.json')
/** npm's own record of what it has put there. */
const npms = join(root, 'node_modules', '.package-lock.json')
const stamp = join(root, 'node_modules', '.parking-stamp')

const wanted = () => createHash('sha256').update(readFileSync(lock)).digest('hex')

/** True when node_modules holds what package-lock.json says. */
export function isInstalled() {
  if (!existsSync(npms)) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()) return true
  // Somebody ran npm themselves: believe npm's record when it is newer than the lock file.
  if (statSync(npms).mtimeMs < statSync(lock).mtimeMs) return false
  writeFileSync(stamp, wanted())
  return true
}

/** Installs what is missing; throws a Sentence when npm cannot. */
export async function install() {
  if (isInstalled()) return
  console.log('Installing…')
  const npm = process.env.npm_execpath
  /** @param {string[]} more */
  const ci = (...more) => {
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...more]
    return npm ? run(process.execPath, [npm, ...args]) : run('npm', args)
  }
  // What npm remembers is believed first: asking of each package whether it is still so takes a third of the time. A memory older than the lock file knows no such version, and then all is asked.
  let { code, output } = await ci('--prefer-offline')
  if (code !== 0 && output.includes('ETARGET')) ({ code, output } = await ci())
  if (code !== 0)
    throw new Sentence(
      `${output.trim()}\nnpm could not install the packages (the reason is above). Is the network there?`,
    )
  writeFileSync(stamp, wanted())
}
