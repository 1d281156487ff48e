/** What a dossier of twenty events costs, to make and to verify, beside another build if one is given. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import type { Device } from '#e2e/support/device.ts'
import { reportEvents } from '#e2e/support/report-events.ts'
import { openDevice, openWorld } from '#e2e/support/stage.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { root } from '#scripts/lib/root.mjs'
import { median } from '../support/figures.ts'
import type { Part } from './part.ts'

const events = 20
const rounds = 9
/** Times the other build's cost. */
const budget = { make: 1, verify: 0.5 }

type Kept = { build: string; device: Device; uuid: string; make: number[]; verify: number[] }

async function made({ device, uuid }: Pick<Kept, 'device' | 'uuid'>): Promise<Buffer> {
  const { download } = await device.call('/api/parking/export_dossier', { uuid, language: 'zh' })
  const answer = await fetch(new URL(download, device.address))
  return Buffer.from(await answer.arrayBuffer())
}

/** A device of this build with one stay of twenty events, all of them in its evidence log. */
async function keepStay(build: string, world: Awaited<ReturnType<typeof openWorld>>): Promise<Kept> {
  const device = await openDevice({ on_street: 1, added: 1, build }, world)
  const lot_no = world.street.lots(0)[0]!.lot_no
  const plans = Array.from({ length: events }, (_, at) => ({
    plate_number: '粤B12345',
    event_type: at === 0 ? 1 : at === events - 1 ? 3 : 2,
    lot_no,
  }))
  const uuid = (await reportEvents(device, world, plans)).at(-1)!
  for (;;) {
    const file = await made({ device, uuid })
    const about = JSON.parse(Buffer.from(unzipSync(file)['dossier.json']!).toString()) as { events: string[] }
    if (about.events.length === events) return { build, device, uuid, make: [], verify: [] }
    await wait(500)
  }
}

async function measureRound(kept: Kept): Promise<Buffer> {
  const begun = performance.now()
  const file = await made(kept)
  kept.make.push(performance.now() - begun)
  const path = join(kept.device.folder, 'dossier.zip')
  writeFileSync(path, file)
  const from = performance.now()
  const verifier = join(kept.build, 'verifier/bin/parking-verify.mjs')
  const { status } = spawnSync(process.execPath, [verifier, path, '--json'])
  kept.verify.push(performance.now() - from)
  if (status === 2) throw new Error(`${verifier} could not read the dossier`)
  return file
}

export async function measureDossier({ other }: { other: string | undefined }): Promise<Part> {
  const world = await openWorld({ on_street: 1 })
  const builds = [root, ...(other === undefined ? [] : [other])]
  const all: Kept[] = []
  for (const build of builds) all.push(await keepStay(build, world))
  const floors: { hash: number[]; node: number[] } = { hash: [], node: [] }
  let bytes = 0
  for (let round = 0; round < rounds; round++)
    for (const kept of all) {
      const file = await measureRound(kept)
      if (kept !== all[0]) continue
      bytes = file.length
      let from = performance.now()
      createHash('sha256').update(file).digest()
      floors.hash.push(performance.now() - from)
      from = performance.now()
      spawnSync(process.execPath, ['-e', ''])
      floors.node.push(performance.now() - from)
    }
  for (const { device } of all) await device.end()
  await world.stop()
  const [own, old] = all
  const ratio = (what: 'make' | 'verify') => (old ? median(own![what]) / median(old[what]) : undefined)
  const [make, verify] = [ratio('make'), ratio('verify')]
  const ms = (values: readonly number[] | undefined) => (values ? `${median(values).toFixed(0)} ms` : '')
  const size = `${events} events, ${(bytes / 1e6).toFixed(1)} MB`
  const budgets = `${budget.make} and ${budget.verify} times the other build (\`--other\`)`
  const text = `The dossier of a stay of ${size}, from the press to its last byte, and its verification by
\`parking-verify\` from the start of the program; medians of ${rounds} turns.
Budgets: ${budgets}, here 27d08572.

${markdownTable([
  ['what', 'this build', 'the other build', 'times', 'floor'],
  ['make', ms(own?.make), ms(old?.make), make?.toFixed(2) ?? '', `SHA-256 of the file: ${ms(floors.hash)}`],
  [
    'verify',
    ms(own?.verify),
    ms(old?.verify),
    verify?.toFixed(2) ?? '',
    `a Node that does nothing: ${ms(floors.node)}`,
  ],
])}
`
  const within = (make ?? 0) <= budget.make && (verify ?? 0) <= budget.verify
  return { title: 'A dossier', text, within }
}
