/** Time zone, time server and clock. The container shares the clock with the machine and may not set it. */
import { code } from '@parking/contract'
import { lan } from '../lan.ts'
import { assert, type Lab, type Proof } from '../proof.ts'
import { seconds, until } from '../until.ts'

const wait = { timeout_ms: 10_000 }

async function zone({ client, box }: Lab): Promise<string> {
  const before = Date.now() - performance.now()
  await client.get('set_time', { time_zone: 'Asia/Taipei' }, wait)
  assert((await box.sh(['readlink', '/etc/localtime'])).trim().endsWith('Asia/Taipei'), 'the zone differs')
  const unknown = await client.ask('set_time', { time_zone: 'Mars/Base' }, wait)
  assert(unknown.code === code.format_error, `an unknown zone: code ${unknown.code}`)
  await client.get('set_ntp', { ntp_enabled: false, ntp_server: lan.client }, wait)
  const set = await client.ask('set_time', { time: '2020-01-01 00:00:00', time_zone: 'Asia/Shanghai' }, wait)
  assert(set.code !== code.success, 'the clock of the machine was set')
  const drift = Math.abs(Date.now() - performance.now() - before)
  assert(drift < 500, `the clock moved by ${Math.round(drift)} ms`)
  return (
    'zone set and shown; an unknown zone refused; setting the clock is refused by the ' +
    `system and reported (code ${set.code}, ${set.data.reason}), and the clock moved by ` +
    `${Math.round(drift)} ms`
  )
}

async function ntp({ client, box }: Lab): Promise<string> {
  // systemd does not start its time service without the right to set the clock. This drop-in lets it start,
  // and it only observes.
  const unit = '/etc/systemd/system/systemd-timesyncd.service.d/lab.conf'
  const text =
    '[Unit]\\nConditionVirtualization=\\nConditionCapability=\\n[Service]\\n' +
    'AmbientCapabilities=\\nCapabilityBoundingSet=\\n'
  await box.sh([
    'sh',
    '-c',
    `mkdir -p "$(dirname "$1")" && printf '${text}' > "$1" && systemctl daemon-reload`,
    'sh',
    unit,
  ])
  const test = await client.get('test_ntp', { ntp_server: lan.client }, wait)
  assert(
    Math.abs(test.offset_ms) < 1_000 && test.delay_ms < 1_000 && test.stratum === 8,
    `the test says ${JSON.stringify(test)}`,
  )
  const dead = await client.ask('test_ntp', { ntp_server: lan.unused_address }, wait)
  assert(dead.code !== code.success, 'a dead time server was accepted')
  await client.get('set_ntp', { ntp_enabled: true, ntp_server: lan.client }, wait)
  const took = await until(
    async () => {
      const { ntp_enabled, ntp_server } = await client.get('time_para', {}, wait)
      return ntp_enabled && ntp_server === lan.client
    },
    20_000,
    'the page shows the time server',
  )
  const followed =
    /^ServerAddress=(.*)$/m.exec((await box.run(['timedatectl', 'show-timesync'])).stdout)?.[1] ?? ''
  await client.get('set_ntp', { ntp_enabled: false, ntp_server: lan.client }, wait)
  assert(!(await client.get('time_para', {}, wait)).ntp_enabled, 'it is still on')
  return (
    `chronyd -x: offset ${test.offset_ms.toFixed(1)} ms, delay ${test.delay_ms.toFixed(1)} ` +
    `ms, stratum ${test.stratum}; a dead server is reported (${dead.data.reason ?? dead.code}); ` +
    `systemd-timesyncd asks ${followed || 'it'} after ${seconds(took)}`
  )
}

export const clock_proofs: Proof[] = [
  { name: 'zone', shows: 'the zone is set; the clock is never touched', run: zone },
  { name: 'ntp', shows: 'a time server is tested and followed', run: ntp },
]
