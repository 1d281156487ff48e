/**
 * Runs inside the lab's namespaces (run.ts): connects the network, starts the servers, creates the box, runs
 * the proofs in order and prints their figures.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writePage } from '../scripts/lib/docs/write-page.ts'
import { makeBox } from './box.ts'
import { connectNetwork, lan } from './lan.ts'
import { makePeers } from './peers.ts'
import type { Lab, Proof } from './proof.ts'
import { application_proofs } from './proofs/application.ts'
import { boot_proofs } from './proofs/boot.ts'
import { clock_proofs } from './proofs/clock.ts'
import { network_proofs } from './proofs/network.ts'
import { erasure_proofs } from './proofs/erase.ts'
import { networkd_proofs } from './proofs/networkd.ts'
import { random_proofs } from './proofs/random-changes.ts'
import { rights_proofs } from './proofs/rights.ts'
import { software_proofs } from './proofs/software.ts'
import { vpn_proofs } from './proofs/vpn.ts'
import { figures, type Outcome } from './report.ts'
import { seconds } from './until.ts'
import { ApiClient } from './client.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    seed: { type: 'string' },
    changes: { type: 'string', default: '50' },
    write: { type: 'boolean', default: false },
  },
})
const [cache = ''] = positionals
const proofs: Proof[] = [
  ...boot_proofs,
  ...network_proofs,
  ...random_proofs,
  ...application_proofs,
  ...software_proofs,
  ...vpn_proofs,
  ...clock_proofs,
  ...rights_proofs,
  ...networkd_proofs,
  ...erasure_proofs,
]
const only = values.only?.split(',')
/** The first proof always runs, because it installs the server. */
const chosen = proofs.filter(({ name }, at) => at === 0 || !only || only.includes(name))

await connectNetwork()
const lab: Lab = {
  box: await makeBox(cache),
  client: new ApiClient(lan.box),
  peers: await makePeers(cache),
  cache,
  seed: Number(values.seed ?? Math.floor(Math.random() * 1e6)),
  changes: Number(values.changes),
  trial_s: 12,
}
console.log(`seed ${lab.seed}, ${lab.changes} random changes, trials of ${lab.trial_s} s`)
const outcomes: Outcome[] = []
for (const proof of chosen) {
  const began = performance.now()
  try {
    const figure = await proof.run(lab)
    outcomes.push({ proof, figure, failed: false })
    console.log(`ok    ${proof.name} (${seconds(performance.now() - began)}): ${figure}`)
  } catch (error) {
    outcomes.push({ proof, figure: error instanceof Error ? error.message : String(error), failed: true })
    console.log(
      `FAIL  ${proof.name} (${seconds(performance.now() - began)}): ` +
        `${error instanceof Error ? error.message : String(error)}`,
    )
    if (outcomes.length === 1) break
  }
}
writeFileSync(
  join(cache, 'journal.txt'),
  (await lab.box.run(['journalctl', '--no-pager', '--output=short-precise', '--lines=20000'])).stdout,
)
await lab.box.powerCut()
const failed = outcomes.filter((outcome) => outcome.failed)
if (failed.length === 0 && !only && values.write) await writePage('docs/bench/lab.md', figures(lab, outcomes))
console.log(
  failed.length === 0
    ? `all ${outcomes.length} proofs hold`
    : `${failed.length} of ${outcomes.length} proofs fail; the journal is in ${join(cache, 'journal.txt')}`,
)
process.exit(failed.length === 0 ? 0 : 1)
