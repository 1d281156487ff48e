/**
 * An unconfirmed address is rolled back, a confirmed address stays, and an invalid one is refused before any
 * change.
 */
import { code } from '@parking/contract'
import { lan } from '../lan.ts'
import { assert, type Lab, type Proof } from '../proof.ts'
import { sh } from '../sh.ts'
import { seconds, until } from '../until.ts'

const unused = { ipv4: '172.31.9.7', netmask: lan.netmask, gateway: '172.31.9.1' }
const away = { ipv4: '10.78.0.40', netmask: lan.netmask, gateway: lan.second }
const home = { ipv4: lan.box, netmask: lan.netmask, gateway: lan.client }

/** Waits for the end of the trial, at the address that the box should have afterwards. */
export async function trialEnd({ client, trial_s }: Lab, address: string): Promise<number> {
  const ends = async () => {
    const reply = await client.ask('get_trial', {}, { address, timeout_ms: 700 })
    return reply.code === code.success && reply.data.state !== 'running'
  }
  return until(ends, trial_s * 1000 + 20_000, `the trial's end at ${address}`)
}

async function rollBackUnreachable(lab: Lab): Promise<string> {
  const { client, trial_s } = lab
  const began = performance.now()
  const { trial } = await client.get('set_ipv4', unused)
  assert(trial.state === 'running' && trial.total_s === trial_s, 'no trial began')
  await until(async () => !(await client.reaches(lan.box, 200)), 5_000, 'the address is lost')
  const lost = performance.now() - began
  await trialEnd(lab, lan.box)
  const back = performance.now() - began
  const after = await client.get('get_trial', {})
  assert(
    after.state === 'rolled_back' && after.reason === 'silence',
    `the page would say ${after.state}, ${after.reason}`,
  )
  assert(back <= trial_s * 1000, `back only after ${seconds(back)}`)
  return `lost after ${seconds(lost)}, back after ${seconds(back)} of a trial of ${trial_s} s`
}

/**
 * The server is killed for good during a trial: the checkpoint in the operating system rolls back without it,
 * a little later than the server would have.
 */
async function rollBackWithoutServer(lab: Lab): Promise<string> {
  const { box, client } = lab
  const began = performance.now()
  await client.get('set_ipv4', unused)
  await until(async () => !(await client.reaches(lan.box, 200)), 5_000, 'the address is lost')
  await box.sh(['systemctl', 'mask', '--runtime', '--quiet', 'parking-edge.service'])
  await box.sh(['systemctl', 'kill', '--signal=KILL', 'parking-edge.service'])
  await until(
    async () => (await box.run(['ip', '-br', '-4', 'addr', 'show', 'eth0'])).stdout.includes(lan.box),
    60_000,
    'the old address is there again',
  )
  const took = performance.now() - began
  await box.sh(['systemctl', 'unmask', '--runtime', '--quiet', 'parking-edge.service'])
  await box.sh(['systemctl', 'start', 'parking-edge.service'])
  await trialEnd(lab, lan.box)
  assert(
    (await client.get('get_trial', {})).state === 'rolled_back',
    'the restarted server does not report the rollback',
  )
  return `back after ${seconds(took)} without any server`
}

async function confirm(lab: Lab): Promise<string> {
  const { client, box } = lab
  const { confirm_token, trial } = await client.get('set_ipv4', away)
  assert(trial.new_url === `https://${away.ipv4}:8080`, `the page would offer ${trial.new_url}`)
  const found = await until(
    () => client.reaches(away.ipv4, 300),
    lab.trial_s * 1000,
    'the new address answers',
  )
  assert(
    (await client.ask('confirm_trial', { confirm_token: 'A'.repeat(43) }, { address: away.ipv4 })).code !==
      code.success,
    'confirmed with a wrong token',
  )
  client.address = away.ipv4
  const kept = await client.get('confirm_trial', { confirm_token }, { timeout_ms: 5_000 })
  assert(kept.state === 'confirmed', `it is ${kept.state}`)
  assert(
    (await client.ask('confirm_trial', { confirm_token })).code !== code.success,
    'the token works twice',
  )
  await box.powerCut()
  const booting = performance.now()
  await box.powerOn()
  await until(() => client.reaches(away.ipv4, 300), 30_000, 'the new address answers after a power cut')
  const after = performance.now() - booting
  const now = await client.get('get_ipv4', {})
  assert(
    now.ipv4 === away.ipv4 && now.netmask === away.netmask && now.gateway === away.gateway,
    `after the boot it is ${now.ipv4}`,
  )
  const back = await client.get('set_ipv4', home)
  await until(() => client.reaches(home.ipv4, 300), lab.trial_s * 1000, 'the first address answers again')
  client.address = home.ipv4
  await client.get('confirm_trial', { confirm_token: back.confirm_token }, { timeout_ms: 5_000 })
  return (
    `new address answers after ${seconds(found)}; confirmed there, and there again ` +
    `${seconds(after)} after a power cut`
  )
}

async function refused({ client }: Lab): Promise<string> {
  await sh(['ip', 'addr', 'add', '10.77.0.2/24', 'dev', 'lan0'])
  const cases: [string, { ipv4: string; netmask: string; gateway: string }][] = [
    ['an invalid mask', { ...home, ipv4: '10.77.0.50', netmask: '255.0.255.0' }],
    ['a gateway outside the network', { ...home, ipv4: '10.77.0.50', gateway: '10.79.0.1' }],
    ['the broadcast address', { ...home, ipv4: '10.77.0.255' }],
    ['the network itself', { ...home, ipv4: '10.77.0.0' }],
    ['an address in use', { ...home, ipv4: '10.77.0.2' }],
    ['the current address', home],
  ]
  for (const [what, body] of cases) {
    const reply = await client.ask('set_ipv4', body, { timeout_ms: 5_000 })
    assert(reply.code === code.format_error, `${what}: code ${reply.code}`)
  }
  assert((await client.get('get_trial', {})).state !== 'running', 'a trial runs')
  return `${cases.length} of ${cases.length} refused on their field, nothing changed`
}

export const network_proofs: Proof[] = [
  { name: 'lose', shows: 'an unreachable address is rolled back automatically', run: rollBackUnreachable },
  {
    name: 'alone',
    shows: "the same when the server is killed and never comes back: NetworkManager's own checkpoint",
    run: rollBackWithoutServer,
  },
  {
    name: 'confirm',
    shows: 'a valid one, confirmed at its new address with a one-time token, survives a power cut',
    run: confirm,
  },
  { name: 'refused', shows: 'an invalid address is refused before anything changes', run: refused },
]
