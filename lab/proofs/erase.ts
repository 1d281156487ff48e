/**
 * Erasing for good also removes the traces that only root can remove, from a real journal and from /run. This
 * proof runs last.
 */
import { assert, type Lab, type Proof } from '../proof.ts'
import { seconds, until } from '../until.ts'

const canary = 'Canary-of-the-lab-7x'
/** Where the product leaves traces, and the persistent and volatile folders of the journal. */
const places = ['/var/lib/parking-edge', '/run/parking-edge-root', '/var/log/journal', '/run/log/journal']

async function eraseForGood({ box, client }: Lab): Promise<string> {
  client.token = (await client.get('login', { username: 'admin', password: 'Kerb#2026-lab' })).token
  await client.get('set_basic_info', { name: canary })
  await box.sh(['systemd-cat', '--identifier=parking-edge', 'echo', `named ${canary}`])
  // The folder is created as the first verb would (deploy/root-helper).
  await box.sh(['install', '-d', '-m', '0750', '-o', 'root', '-g', 'parking-edge', '/run/parking-edge-root'])
  await box.sh(['sh', '-c', `echo ${canary} > /run/parking-edge-root/refresh.status`])
  await box.sh(['journalctl', '--sync'])
  const found = async () =>
    (await box.run(['grep', '-rlaF', canary, ...places])).stdout.split('\n').filter((line) => line !== '')
  const before = await found()
  for (const place of ['/var/lib/parking-edge', '/run/parking-edge-root', '/log/journal'])
    assert(
      before.some((file) => file.includes(place)),
      `the canary is not in ${place}: ${before.join(' ')}`,
    )
  const { host_sn } = await client.get('get_basic_info', {})
  const began = performance.now()
  const { token } = await client.get('erase_for_good', { host_sn, language: 'zh' }, { timeout_ms: 30_000 })
  client.token = ''
  await until(
    async () => (await client.ask('erasure_certificate', { token })).code === 0,
    60_000,
    'the certificate of the erasure is answered',
  )
  const took = performance.now() - began
  const { facts } = await client.get('erasure_certificate', { token })
  const outside = facts.outside.map(({ what, result }) => `${what} ${result}`).join(', ')
  assert(
    facts.left.length === 0 && facts.level === 'nist_800_88_clear' && !outside.includes('failed'),
    `level ${facts.level}, left ${facts.left.join(' ')}, outside ${outside}`,
  )
  assert(outside.includes('traces done'), `the traces were not removed: ${outside}`)
  await box.sh(['journalctl', '--sync'])
  const after = await found()
  assert(after.length === 0, `the canary is still in ${after.join(' ')}`)
  return `${before.length} files held the canary, none after ${seconds(took)}; outside: ${outside}`
}

export const erasure_proofs: Proof[] = [
  {
    name: 'erase',
    shows: 'erased for good, the data folder, the results of root and the journal hold nothing of the owner',
    run: eraseForGood,
  },
]
