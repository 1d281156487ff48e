/** Runs in the lab's namespaces (lab/ansible.ts): five boxes and the controller on one switch. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { of_commit } from '../../scripts/lib/docs/at-commit.ts'
import { writePage } from '../../scripts/lib/docs/write-page.ts'
import { makeBox, type Box } from '../box.ts'
import { connectNetwork } from '../lan.ts'
import { giveAddress } from '../packages/installed-box.ts'
import { serveRepository } from '../packages/serve.ts'
import { seconds } from '../until.ts'
import { addressOfBox, nameOfBox, openController } from './controller.ts'
import { ansible_proofs, tableOf, type Fleet, type Row } from './proofs.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    debian: { type: 'string', default: '12' },
    controller: { type: 'string' },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const [cache = ''] = positionals
const numbers = [1, 2, 3, 4, 5]
const folder = join(cache, 'controller')
for (const name of ['repository', 'keys', 'controller'])
  rmSync(join(cache, name), { recursive: true, force: true })
mkdirSync(folder, { recursive: true, mode: 0o700 })
await connectNetwork(numbers.map(nameOfBox))
serveRepository(join(cache, 'repository/public'))

const boxes: Box[] = []
for (const number of numbers) {
  const name = nameOfBox(number)
  const layers = [join(cache, `debian-${values.debian}-ssh`)]
  boxes.push(await makeBox(cache, { name, space: name, hostname: name, layers }))
}
const home = values.controller && join(cache, `debian-${values.controller}-controller`)
const controller = await openController(cache, home, boxes)
const fleet: Fleet = { cache, boxes, controller, printed: [], once: false }
for (const [at, box] of boxes.entries()) {
  await box.powerOn()
  await giveAddress(box, addressOfBox(at + 1))
}
const rows: Row[] = []
let failed = 0
const only = values.only?.split(',')
for (const { name, run } of ansible_proofs) {
  const asked = only === undefined || only.includes(name)
  // The other proofs build on these.
  if (!asked && !['install', 'provision', 'configure'].includes(name)) continue
  fleet.once = !asked
  const began = performance.now()
  try {
    const row = await run(fleet)
    if (asked) rows.push(row)
    console.log(`ok    ${name} (${seconds(performance.now() - began)}): ${Object.values(row).join(' | ')}`)
  } catch (error) {
    failed++
    console.log(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`)
    writeFileSync(join(cache, 'ansible-printed.txt'), fleet.printed.join('\n'), { mode: 0o600 })
    break
  }
}
for (const box of boxes) await box.powerCut()
const table = tableOf(rows)
console.log(`\n${table}`)
if (values.write && failed === 0 && only === undefined) {
  const text =
    '# The Ansible collection’s figures\n\nPrinted by ' +
    `\`npm run lab:ansible -- --write\` when every proof held; ${of_commit}: ` +
    `five boxes of Debian ${values.debian} in containers of one machine of two cores, ` +
    `${controller.version}. \`announced\` (\`--check --diff\`), \`changed\` and \`second run\` count the ` +
    `changed tasks of box-1 to box-5.\n\n${table}\n`
  await writePage('docs/bench/ansible.md', text)
}
process.exit(failed === 0 ? 0 : 1)
