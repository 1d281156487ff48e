/** The package with the Node that a box runs. */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchNode, node_version, pins } from '../node/pinned-node.mjs'
import { root } from '../root.mjs'
import { run, Sentence } from '../run.mjs'
import { cpu_of, type Arch } from './lock.ts'
import type { Entry } from './tree.ts'

/**
 * The time of the files in the runtime package, in seconds since 1970. It does not change with the product.
 */
export const node_time = 1_790_000_000

const strips: Record<Arch, string> = { amd64: 'x86_64-linux-gnu-strip', arm64: 'aarch64-linux-gnu-strip' }

/** The files of the runtime package. */
export async function runtimeEntries(arch: Arch): Promise<Entry[]> {
  const cpu = cpu_of[arch]
  const folder = await fetchNode(cpu)
  const program = join(folder, 'bin/node')
  const is = createHash('sha256').update(readFileSync(program)).digest('hex')
  const sha256 = pins[cpu]?.sha256 ?? ''
  if (is !== sha256) throw new Sentence(`Node ${node_version} for ${arch} is not the pinned one: ${is}.`)
  return [
    {
      to: '/usr/lib/parking-edge-node/node',
      mode: 0o755,
      from: await stripped(program, strips[arch], sha256),
    },
    { to: '/usr/lib/parking-edge-node/LICENSE', mode: 0o644, from: join(folder, 'LICENSE') },
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
