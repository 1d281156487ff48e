/** Runs in the lab's namespaces (lab/packages.ts): a Debian in a container and the proofs of the packages. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBox, type Box } from '../box.ts'
import { connectNetwork } from '../lan.ts'
import { seconds } from '../until.ts'
import type { PackageLab } from './package-lab.ts'
import { package_proofs } from './proofs.ts'
import { serveRepository } from './serve.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    debian: { type: 'string', default: '12' },
    only: { type: 'string' },
    cuts: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    changes: { type: 'string', default: '50' },
    from: { type: 'string' },
  },
})
const [cache = ''] = positionals
await connectNetwork()
for (const name of ['repository', 'keys']) rmSync(join(cache, name), { recursive: true, force: true })
serveRepository(join(cache, 'repository/public'))

const base = join(cache, `debian-${values.debian}`)
const boxes: Box[] = []
const lab: PackageLab = {
  cache,
  cuts: Number(values.cuts),
  seed: Number(values.seed),
  changes: Number(values.changes),
  ...(values.from && { from: values.from }),
  async open(name, ...layers) {
    const box = await makeBox(cache, { name, layers: [...layers, base] })
    boxes.push(box)
    return box
  },
}
const only = values.only?.split(',')
let failed = 0
console.log(`Debian ${values.debian}, seed ${lab.seed}`)
for (const { name, run } of package_proofs.filter(
  (one, at) => at === 0 || (only ? only.includes(one.name) : one.name !== 'from' || lab.from !== undefined),
)) {
  const began = performance.now()
  const words = await run(lab).catch((error: unknown) => {
    failed++
    return `FAIL  ${error instanceof Error ? error.message : String(error)}`
  })
  console.log(
    `${words.startsWith('FAIL') ? '' : 'ok    '}${name} (${seconds(performance.now() - began)}): ${words}`,
  )
  const journal = await boxes
    .at(-1)
    ?.run(['journalctl', '--no-pager', '--output=short-precise', '--lines=4000'])
  if (words.startsWith('FAIL')) writeFileSync(join(cache, `journal-${name}.txt`), journal?.stdout ?? '')
  if (words.startsWith('FAIL') && name === 'install') break
  // The boxes share one address, so only one may be on.
  for (const box of boxes) await box.powerCut()
}
for (const box of boxes) await box.powerCut()
process.exit(failed === 0 ? 0 : 1)
