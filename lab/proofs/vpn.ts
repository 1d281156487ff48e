/** Connections to a real OpenVPN server, and invalid files and servers. */
import { code } from '@parking/contract'
import { assert, type Lab, type Proof } from '../proof.ts'
import { seconds, until } from '../until.ts'
import { trialEnd } from './network.ts'

const wait = { timeout_ms: 20_000 }
const status = async ({ client }: Lab) => (await client.get('get_vpn_info', {}, wait)).status
const load = ({ client }: Lab, content: string) =>
  client.get('register_vpn_offline', { file_name: 'lab.ovpn', content }, wait)

async function connect(lab: Lab): Promise<string> {
  const { client, peers, box } = lab
  await peers.startVpn()
  await load(lab, peers.vpn.good)
  assert((await status(lab)) === 'off', 'it is not off at first')
  const began = performance.now()
  await client.get('start_vpn', {}, wait)
  await until(async () => (await status(lab)) === 'connected', 20_000, 'the tunnel is up')
  const up = performance.now() - began
  const info = await client.get('get_vpn_info', {}, wait)
  assert(
    /^10\.99\.0\.\d+$/.test(info.ipv4) && info.key === '' && !JSON.stringify(info).includes('PRIVATE KEY'),
    `the page would show ${JSON.stringify(info)}`,
  )
  assert(
    (await box.run(['ping', '-c', '1', '-W', '2', '10.99.0.1'])).status === 0,
    'no answer through the tunnel',
  )
  const mode = (await box.sh(['sh', '-c', 'stat -c "%a %U" /etc/openvpn/client/parking.conf'])).trim()
  assert(['600 root', '640 root'].includes(mode), `its key is kept as ${mode}`)
  assert(
    (await box.asServer(['cat', '/etc/openvpn/client/parking.conf'])).status !== 0,
    'the server can read the key back',
  )
  await client.get('stop_vpn', {}, wait)
  await until(async () => (await status(lab)) === 'off', 10_000, 'the tunnel is down')
  return `up after ${seconds(up)} with ${info.ipv4}, an answer through it, stopped`
}

async function refuseInvalid(lab: Lab): Promise<string> {
  const { client, peers } = lab
  const said: string[] = []
  const hostile = `${peers.vpn.good}up /tmp/x.sh\n`
  const line = hostile.split('\n').indexOf('up /tmp/x.sh') + 1
  const refused = await client.ask('register_vpn_offline', { file_name: 'lab.ovpn', content: hostile }, wait)
  assert(
    refused.code !== code.success && JSON.stringify(refused).includes(String(line)),
    `a file that runs a program: code ${refused.code} ${JSON.stringify(refused.data)}, line ${line}`,
  )
  said.push(`a file that runs a program is refused with its line ${line}`)

  for (const [what, content] of [
    ['a dead server', peers.vpn.dead],
    ['a certificate of another authority', peers.vpn.stranger],
  ] as const) {
    await load(lab, content)
    await client.get('start_vpn', {}, wait)
    const unit = async () =>
      (await lab.box.run(['systemctl', 'is-active', 'openvpn-client@parking.service'])).stdout.trim()
    await until(async () => (await unit()) === 'active', 10_000, 'systemd says active')
    for (let look = 0; look < 20; look += 1)
      assert((await status(lab)) !== 'connected', `${what}: it says connected`)
    await client.get('stop_vpn', {}, wait)
    said.push(`${what}: never connected, though the unit is active`)
  }
  await load(lab, peers.vpn.good)
  await client.get('start_vpn', {}, wait)
  await until(async () => (await status(lab)) === 'connected', 20_000, 'the tunnel is up')
  await peers.stopVpn()
  const lost = await until(async () => (await status(lab)) !== 'connected', 30_000, 'the loss is seen')
  said.push(`a server that goes away is seen after ${seconds(lost)}`)
  await client.get('cancel_vpn', {}, wait)
  assert(
    (await lab.box.run(['test', '-e', '/etc/openvpn/client/parking.conf'])).status === 1,
    'the account is still there',
  )
  return said.join('; ')
}

/**
 * A tunnel that routes all traffic would cut off a user who connects through the gateway. It therefore starts
 * as a trial, which stops it unless the user confirms.
 */
async function fullTunnel(lab: Lab): Promise<string> {
  const { client, peers } = lab
  await peers.startVpn()
  await load(lab, peers.vpn.whole)
  assert(
    (await client.get('get_vpn_info', {}, wait)).takes_default_route === true,
    'it does not say that it takes all traffic',
  )
  const answer = await client.get('start_vpn', {}, wait)
  assert('confirm_token' in answer, 'it is no trial')
  await until(async () => (await status(lab)) === 'connected', 20_000, 'the tunnel is up')
  const back = await trialEnd(lab, client.address)
  const { state, reason } = await client.get('get_trial', {})
  assert(state === 'rolled_back' && reason === 'silence', `the trial is ${state}, ${reason}`)
  await until(async () => (await status(lab)) === 'off', 10_000, 'the tunnel is down')
  await client.get('cancel_vpn', {}, wait)
  await peers.stopVpn()
  return `up, and down again by itself ${seconds(back)} later without a confirmation`
}

export const vpn_proofs: Proof[] = [
  { name: 'vpn', shows: 'a file is imported, the tunnel comes up with an address, and stops', run: connect },
  {
    name: 'vpn-wrong',
    shows: 'hostile files, dead servers and strangers; connected only while the tunnel is up',
    run: refuseInvalid,
  },
  { name: 'vpn-whole', shows: 'a tunnel that takes all traffic is a trial', run: fullTunnel },
]
