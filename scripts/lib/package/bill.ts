/** The server's bill of materials for a box: the build's, with the packages for the box's processor. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { cpu_of, type Arch, type Lock } from './lock.ts'
import { node_version } from '../node/pinned-node.mjs'

type Component = {
  'bom-ref': string
  name: string
  version: string
  purl?: string
  hashes?: { alg: string; content: string }[]
}
type Bill = { components: Component[]; dependencies: unknown[] }

/** `build`: the SBOM that `npm run build` wrote for the processor of this machine. */
export function billFor(
  arch: Arch,
  lock: Lock,
  build = readFileSync(join(root, 'server/dist/sbom.json'), 'utf8'),
): string {
  const text = build
    .replaceAll(/\b(linux)-(x64|arm64)\b/g, `$1-${cpu_of[arch]}`)
    // The box runs the Node of the runtime package, not the one of the build.
    .replaceAll(/\bnode@\d+\.\d+\.\d+\b/g, `node@${node_version}`)
  const bill = JSON.parse(text) as Bill
  for (const one of bill.components) {
    if (one['bom-ref'] === `node@${node_version}`) one.version = node_version
    const integrity = lock.packages[`node_modules/${one.name}`]?.integrity
    if (!integrity || !/linux-(x64|arm64)/.test(one.name)) continue
    one.hashes = [
      { alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') },
    ]
  }
  return JSON.stringify(bill, null, 1)
}
