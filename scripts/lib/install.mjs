/** Installs the packages of package-lock.json, unless node_modules already holds them. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkPinnedNode } from './node/pinned-node.mjs'
import { root } from './root.mjs'
import { run, Sentence } from './run.mjs'

const lock = join(root, 'package-lock.json')
/** npm's own record of the installed packages. */
const npm_record = join(root, 'node_modules', '.package-lock.json')
const stamp = join(root, 'node_modules', '.parking-stamp')

const wanted = () => createHash('sha256').update(readFileSync(lock)).digest('hex')

/** Whether node_modules holds the packages of package-lock.json. */
export function isInstalled() {
  if (!existsSync(npm_record)) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()) return true
  // After a manual `npm install`, npm's record is newer than the lock file.
  if (statSync(npm_record).mtimeMs < statSync(lock).mtimeMs) return false
  writeFileSync(stamp, wanted())
  return true
}

/** Installs missing packages; throws a Sentence if npm fails. */
export async function install() {
  if (!isInstalled()) await installPackages()
  linkPinnedNode()
}

async function installPackages() {
  console.log('Installing…')
  const npm = process.env.npm_execpath
  /** @param {string[]} more */
  const ci = (...more) => {
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...more]
    return npm ? run(process.execPath, [npm, ...args]) : run('npm', args)
  }
  // npm's cache is tried first, because revalidating each package takes a third of the time. If the cache is
  // older than the lock file, it lacks a version (ETARGET), and npm queries the registry.
  let { code, output } = await ci('--prefer-offline')
  if (code !== 0 && output.includes('ETARGET')) ({ code, output } = await ci())
  if (code !== 0)
    throw new Sentence(
      `${output.trim()}\nnpm could not install the packages (the reason is above). Is the network there?`,
    )
  writeFileSync(stamp, wanted())
}
