/** An update from a signed repository, and the refusals, each with its reason. */
import { code } from '@parking/contract'
import { assert, type Lab, type Proof } from '../proof.ts'
import { seconds, until } from '../until.ts'

const name = 'parking-analysis'

async function versions({ client }: Lab): Promise<{ installed: string; candidate: string }> {
  const { list } = await client.get('software_version', {}, { timeout_ms: 10_000 })
  return list.find((row) => row.package === name) ?? { installed: '', candidate: '' }
}

async function update(lab: Lab): Promise<string> {
  const { client, peers } = lab
  const long = { timeout_ms: 30_000 }
  const before = await versions(lab)
  assert(before.installed === '1.0.0', `installed is ${before.installed}`)
  await peers.repository.publish('1.1.0')
  const began = performance.now()
  await client.get('update_software_cache', {}, long)
  const refreshed = performance.now() - began
  assert((await versions(lab)).candidate === '1.1.0', `the candidate is ${(await versions(lab)).candidate}`)
  const updating = performance.now()
  await client.get('update_software', {}, long)
  const seen = new Set<number>()
  await until(
    async () => {
      const { state, progress, message } = await client.get('apt_status', {})
      assert(state !== 'failed', `the update failed: ${message}`)
      if (state === 'updating') seen.add(progress)
      return state === 'idle' && (await versions(lab)).installed === '1.1.0'
    },
    60_000,
    'the update is installed',
  )
  const took = performance.now() - updating
  const last = await client.get('apt_status', {})
  assert(last.work === 'update' && last.progress === 100, `the page would say ${JSON.stringify(last)}`)
  assert(seen.size >= 2, `no progress was seen: ${[...seen].join(', ')}`)
  const again = await client.ask('update_software', {}, long)
  assert(
    again.code === code.failed && again.data.reason === 'no_candidate',
    `a second update: ${again.code} ${again.data.reason}`,
  )
  return (
    `lists fresh in ${seconds(refreshed)}, 1.0.0 to 1.1.0 in ${seconds(took)}, progress ` +
    `seen at ${[...seen].toSorted((a, b) => a - b).join(', ')} %`
  )
}

async function refuses(lab: Lab): Promise<string> {
  const { client, peers, box } = lab
  const { repository } = peers
  const refresh = async () => client.ask('update_software_cache', {}, { timeout_ms: 30_000 })
  const reasons: string[] = []
  const expect = async (what: string, reason: string, made = refresh()) => {
    const reply = await made
    assert(
      reply.code !== code.success && reply.data.reason === reason,
      `${what}: code ${reply.code}, reason ${reply.data.reason} instead of ${reason}: ` +
        `${reply.message} ${reply.data.detail ?? ''}`,
    )
    reasons.push(`${what}: ${reason} (${reply.code})`)
  }
  await client.get('set_repository', { repository: repository.unsigned_url }, { timeout_ms: 10_000 })
  await expect('unsigned', 'unsigned')
  await client.get('set_repository', { repository: repository.url }, { timeout_ms: 10_000 })
  await repository.stop()
  await expect('not served', 'unreachable')
  await repository.start()
  await client.get(
    'set_repository',
    { repository: 'http://packages.nowhere.invalid/x' },
    { timeout_ms: 10_000 },
  )
  await expect('no such name', 'name_unknown')
  await client.get('set_repository', { repository: repository.url }, { timeout_ms: 10_000 })
  // Holds apt's lock, as when an administrator runs apt in a shell.
  const holder = box.run(['perl', '-e', holding, '/var/lib/apt/lists/lock'], { timeout_ms: 40_000 })
  await until(
    async () => (await box.run(['test', '-e', '/run/lab-lock'])).status === 0,
    10_000,
    'the lock is held',
  )
  await expect('locked', 'locked')
  await box.sh(['rm', '/run/lab-lock'])
  await holder
  await client.get('update_software_cache', {}, { timeout_ms: 30_000 })
  assert((await client.get('get_repository', {})).repository === repository.url, 'the repository is another')
  return `${reasons.join('; ')}; fine again afterwards`
}

/** apt locks with fcntl, which Node cannot call, so Perl, which every Debian has, packs the struct flock. */
const holding =
  'use Fcntl; open(my $f, ">>", $ARGV[0]) or die; my $l = pack("s s x![q] q q i x4", F_WRLCK, 0, ' +
  '0, 0, 0); fcntl($f, F_SETLK, $l) or die "lock: $!"; open(my $m, ">", "/run/lab-lock"); close ' +
  '$m; while (-e "/run/lab-lock") { select(undef, undef, undef, 0.1) }'

async function auto({ client, box }: Lab): Promise<string> {
  const timer = async () =>
    (await box.run(['systemctl', 'is-active', 'parking-edge-auto-update.timer'])).stdout.trim()
  await client.get('set_auto_update', { auto_update: true }, { timeout_ms: 10_000 })
  assert(
    (await timer()) === 'active' && (await client.get('app_status', {})).auto_update,
    'the timer does not run',
  )
  await box.sh(['systemctl', 'start', 'parking-edge-auto-update.service'], { timeout_ms: 60_000 })
  await client.get('set_auto_update', { auto_update: false }, { timeout_ms: 10_000 })
  assert((await timer()) === 'inactive', 'the timer still runs')
  return 'the nightly timer goes on and off, and its work runs'
}

export const software_proofs: Proof[] = [
  {
    name: 'update',
    shows: 'a signed repository: fresh lists, a candidate, an update with progress',
    run: update,
  },
  {
    name: 'sources',
    shows: 'unsigned, unreachable, unknown and locked are refused with their own reason and code',
    run: refuses,
  },
  { name: 'auto-update', shows: 'the nightly update is switched on and off', run: auto },
]
