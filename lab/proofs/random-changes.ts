/**
 * Random network changes, valid and invalid, with random disturbances. The box is reachable again each time.
 * Long because every kind of change and disturbance has its own steps.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { code, type Body } from '@parking/contract'
import { lan } from '../lan.ts'
import { assert, type Lab, type Proof } from '../proof.ts'
import { seconds, until } from '../until.ts'

type Ipv4 = Body<'set_ipv4'>
/**
 * What the changes need. `network_unit`: the service of the program that manages the card. `is_strict`: a
 * change after which the box is found only later than the trial is a failure, not a figure.
 */
export type Changing = Pick<Lab, 'box' | 'client' | 'seed' | 'changes' | 'trial_s'> & {
  network_unit: string
  is_strict: boolean
}
type Change = {
  kind: string
  reachable: boolean
  begin: (lab: Changing) => Promise<{ confirm_token: string } | undefined>
  to: string
}
const disturbances = [
  'nothing',
  'nothing',
  'nothing',
  'server killed',
  'server restarted',
  'network service killed',
  'server and network service killed',
  'reboot',
  'power cut',
] as const
const answers = ['silence', 'confirm', 'confirm', 'cancel'] as const

/** A mulberry32 generator: small, and the same sequence on every machine. */
function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides)
  }
}

/** Starts a change; undefined if the server refused it. */
async function startChange(lab: Changing, body: Ipv4): Promise<{ confirm_token: string } | undefined> {
  const reply = await lab.client.ask('set_ipv4', body, { timeout_ms: 5_000 })
  assert(
    reply.code === code.success || reply.code === code.format_error,
    `set_ipv4 ${JSON.stringify(body)}: code ${reply.code} ${reply.message} ${JSON.stringify(reply.data)}`,
  )
  return reply.code === code.success ? reply.data : undefined
}

function changeOf(roll: (sides: number) => number, now: Ipv4): Change {
  const last = 20 + roll(180)
  const ipv4 = (kind: string, reachable: boolean, body: Ipv4): Change => ({
    kind,
    reachable,
    to: body.ipv4,
    begin: (lab) => startChange(lab, body),
  })
  const net = now.ipv4.slice(0, now.ipv4.lastIndexOf('.'))
  return [
    () =>
      ipv4('another address', true, { ipv4: `10.77.0.${last}`, netmask: lan.netmask, gateway: lan.client }),
    () =>
      ipv4('another network', true, { ipv4: `10.78.0.${last}`, netmask: lan.netmask, gateway: lan.second }),
    () =>
      ipv4('a wrong mask', false, {
        ipv4: `${net}.${(last & 0xfc) | 2}`,
        netmask: '255.255.255.252',
        gateway: `${net}.${(last & 0xfc) | 1}`,
      }),
    () => ipv4('a wrong gateway', true, { ...now, gateway: `${net}.254` }),
    () =>
      ipv4('an unused network', false, {
        ipv4: `172.31.${roll(250)}.7`,
        netmask: lan.netmask,
        gateway: '172.31.0.1',
      }),
    () => {
      const third = roll(250)
      return ipv4('an unused network', false, {
        ipv4: `172.31.${third}.7`,
        netmask: lan.netmask,
        gateway: `172.31.${third}.1`,
      })
    },
    (): Change => ({
      kind: 'name servers',
      reachable: true,
      to: now.ipv4,
      begin: ({ client }) => client.get('set_dns', { dns_main: `10.77.0.${last}`, dns_sub: '' }),
    }),
  ][roll(7)]!()
}

/** Resolves when the disturbance is over, or has begun if the box recovers from it by itself. */
async function disturb({ box, network_unit }: Changing, what: (typeof disturbances)[number]): Promise<void> {
  const kill = (...units: string[]) => box.sh(['systemctl', 'kill', '--signal=KILL', ...units])
  if (what === 'server killed') await kill('parking-edge.service')
  if (what === 'server restarted') await box.sh(['systemctl', 'restart', 'parking-edge.service'])
  if (what === 'network service killed') await kill(network_unit)
  if (what === 'server and network service killed') await kill(network_unit, 'parking-edge.service')
  if (what === 'reboot') await box.run(['systemctl', 'reboot'])
  if (what === 'power cut') {
    await box.powerCut()
    await box.powerOn()
  }
}

/** Waits until the box answers at one of these addresses with no trial running; resolves with the address. */
async function reachableAddress(
  lab: Changing,
  addresses: readonly string[],
  within_ms: number,
): Promise<string> {
  let at = ''
  await until(
    async () => {
      for (const address of addresses) {
        const reply = await lab.client
          .ask('get_trial', {}, { address, timeout_ms: 300 })
          .catch(() => undefined)
        if (reply?.code !== code.success || reply.data.state === 'running') continue
        at = address
        return true
      }
      return false
    },
    within_ms,
    `the box at ${addresses.join(' or ')}`,
  )
  return at
}

async function randomChange(
  lab: Changing,
  roll: (sides: number) => number,
): Promise<{ kind: string; disturbance: string; end: string; took_ms: number }> {
  const { client, box, trial_s } = lab
  const { ipv4, netmask, gateway } = await client.get('get_ipv4', {})
  const now = { ipv4, netmask, gateway }
  const change = changeOf(roll, now)
  const disturbance = disturbances[roll(disturbances.length)]!
  const answer = answers[roll(answers.length)]!
  // In the first half of the trial, because a boot takes about 5 s and trials are short here.
  const after_ms = roll(trial_s * 500)
  const began = performance.now()
  const boots = box.boots
  const started = await change.begin(lab)
  const took = () => performance.now() - began
  if (!started) return { kind: change.kind, disturbance: 'nothing', end: 'refused', took_ms: took() }

  const disturbing =
    disturbance === 'nothing' ? undefined : wait(after_ms).then(() => disturb(lab, disturbance))
  const answering = (async () => {
    if (answer === 'silence' || !change.reachable) return
    await wait(1_200 + roll(2_000))
    // The cancellation may fail because of the disturbance. The trial then ends in another way.
    if (answer === 'cancel')
      await client.ask('cancel_trial', {}, { address: change.to, timeout_ms: 5_000 }).catch(() => undefined)
    else
      await client
        .ask(
          'confirm_trial',
          { confirm_token: started.confirm_token },
          { address: change.to, timeout_ms: 5_000 },
        )
        .catch(() => undefined)
  })()
  await Promise.all([disturbing, answering])
  if (disturbance === 'reboot') await until(async () => box.boots > boots, 30_000, 'it reboots')
  const at = await reachableAddress(lab, [...new Set([ipv4, change.to])], trial_s * 1000 + 30_000)
  const took_ms = took()
  client.address = at
  const trial = await client.get('get_trial', {})
  // A network service that was just killed may not answer yet.
  await until(
    async () => (await client.ask('get_ipv4', {})).code === code.success,
    5_000,
    'the network service answers',
  )
  const is = await client.get('get_ipv4', {})
  const expected = trial.state === 'confirmed' ? change.to : ipv4
  assert(
    at === expected && is.ipv4 === expected,
    `${change.kind}, ${disturbance}, ${answer}: the trial is ${trial.state} (${trial.reason}), ` +
      `and the box has ${is.ipv4} instead of ${expected}`,
  )
  if (trial.state === 'rolled_back')
    assert(
      is.netmask === netmask && is.gateway === gateway,
      `${change.kind}: rolled back to ${is.netmask} ${is.gateway}`,
    )
  return {
    kind: change.kind,
    disturbance,
    end: trial.state === 'confirmed' ? 'confirmed' : `back (${trial.reason})`,
    took_ms,
  }
}

/** Restores the first address, because the following proofs are not about the network. */
async function restoreFirstAddress({ box, client }: Lab): Promise<void> {
  await box.sh([
    'nmcli',
    'connection',
    'modify',
    'lan',
    'ipv4.addresses',
    `${lan.box}/24`,
    'ipv4.gateway',
    lan.client,
    'ipv4.dns',
    lan.client,
  ])
  await box.sh(['nmcli', 'connection', 'up', 'lan'])
  client.address = lan.box
  await until(() => client.reaches(lan.box), 10_000, 'the box is home')
}

const random = (lab: Lab): Promise<string> =>
  randomChanges({ ...lab, network_unit: 'NetworkManager.service', is_strict: true }).finally(() =>
    restoreFirstAddress(lab),
  )

/** Makes `changes` changes; resolves with their figures, and throws if the box was not found again. */
export async function randomChanges(lab: Changing): Promise<string> {
  const roll = dice(lab.seed)
  const ends = new Map<string, number>()
  let [longest, disturbed, late] = [0, 0, 0]
  for (let at = 1; at <= lab.changes; at += 1) {
    const { kind, disturbance, end, took_ms } = await randomChange(lab, roll)
    console.log(`  ${String(at).padStart(3)}  ${kind}, ${disturbance}: ${end} after ${seconds(took_ms)}`)
    assert(
      took_ms <= lab.trial_s * 1000 || !lab.is_strict,
      `change ${at} (${kind}, ${disturbance}): found again only after ${seconds(took_ms)}`,
    )
    longest = Math.max(longest, took_ms)
    if (took_ms > lab.trial_s * 1000) late += 1
    if (disturbance !== 'nothing') disturbed += 1
    ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  const counts = [...ends].toSorted().map(([end, count]) => `${count} ${end}`)
  return (
    `${lab.changes} of ${lab.changes} found again, the last after ${seconds(longest)} ` +
    `(trial ${lab.trial_s} s${late > 0 ? `, ${late} later than that` : ''}); ${disturbed} disturbed; ` +
    counts.join(', ')
  )
}

export const random_proofs: Proof[] = [
  {
    name: 'random',
    shows:
      'random changes, valid and invalid, with server or network service killed, reboots and power ' +
      'cuts in between: found again each time',
    run: random,
  },
]
