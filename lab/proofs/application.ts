/**
 * The analysis application is installed from a package and controlled from the console as a systemd unit. The
 * box restarts on request.
 */
import { code } from '@parking/contract'
import { assert, type Lab, type Proof } from '../proof.ts'
import { seconds, until } from '../until.ts'

const long = { timeout_ms: 30_000 }

/** The application runs and is connected after `install.sh` alone. */
async function packaged({ client, box }: Lab): Promise<string> {
  const began = performance.now()
  await until(
    async () => {
      const { running, connected, name } = await client.get('app_status', {})
      return running && connected && name === 'parking-analysis'
    },
    60_000,
    "the product's own analysis program is connected",
  )
  const pid = (
    await box.sh(['systemctl', 'show', '--property=MainPID', '--value', 'parking-analysis.service'])
  ).trim()
  const kilobytes = Number(await box.sh(['ps', '-o', 'rss=', '-p', pid]))
  return (
    `connected ${seconds(performance.now() - began)} after the box was set up, with ` +
    `${Math.round(kilobytes / 1000)} MB before its first camera`
  )
}

async function control({ client, box, peers }: Lab): Promise<string> {
  await peers.repository.publish('1.0.0')
  await client.get('set_repository', { repository: peers.repository.url }, { timeout_ms: 10_000 })
  assert(
    (await client.get('get_repository', {})).repository === peers.repository.url,
    'the repository was not stored',
  )
  await client.get('update_software_cache', {}, long)
  await box.sh(['apt-get', 'install', '-y', '-qq', 'parking-analysis'], {
    timeout_ms: 60_000,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
  const is = (state: string, connected: boolean) => async () => {
    const now = await client.get('app_status', {})
    return now.state === state && now.connected === connected && now.running === (state === 'running')
  }
  const times: string[] = []
  const step = async (action: 'start' | 'stop' | 'restart', state: string, connected: boolean) => {
    const began = performance.now()
    await client.get('app_control', { action }, long)
    await until(is(state, connected), 20_000, `after ${action} it is ${state}`)
    times.push(`${action} ${seconds(performance.now() - began)}`)
  }
  await until(
    async () => (await client.get('app_status', {})).name !== 'parking-analysis',
    20_000,
    'the program of the package has taken the place',
  )
  await step('stop', 'stopped', false)
  await step('start', 'running', true)
  const pid = async () =>
    (await box.sh(['systemctl', 'show', '--property=MainPID', '--value', 'parking-analysis.service'])).trim()
  const first = await pid()
  await step('restart', 'running', true)
  assert((await pid()) !== first, 'the same process still runs')
  await box.sh(['systemctl', 'kill', '--signal=KILL', 'parking-analysis.service'])
  await until(is('running', true), 20_000, 'it comes back after a crash')
  await step('stop', 'stopped', false)
  assert((await client.ask('app_control', { action: 'stop' }, long)).code === code.failed, 'stopped twice')
  await step('start', 'running', true)
  await box.sh(['systemctl', 'restart', 'parking-edge.service'])
  const running = await pid()
  await until(is('running', true), 20_000, 'it is connected to the new server')
  assert((await pid()) === running, 'a restart of the server restarted the application')
  const { list } = await client.get('log', { type: 3, page: 1, page_size: 50 })
  assert(list.length > 0, 'nothing it printed is in the application log')
  return (
    `${times.join(', ')}, each with its socket connected or gone; back after kill -9; a ` +
    'restart of the server leaves it running'
  )
}

async function reboot({ client, box }: Lab): Promise<string> {
  const boots = box.boots
  const began = performance.now()
  await client.get('reboot', {}, { timeout_ms: 10_000 })
  await until(async () => box.boots > boots, 60_000, 'the box goes down')
  await until(() => client.reaches(client.address, 300), 60_000, 'the server answers again')
  const took = performance.now() - began
  await until(async () => (await client.get('app_status', {})).connected, 30_000, 'the application is back')
  const { last_took_s } = await client.get('reboot_preflight', {})
  assert(last_took_s !== null, "the next reboot's page would not know how long this one took")
  return (
    `the server answers again after ${seconds(took)} (the page announces ${last_took_s} s the ` +
    'next time), the application too'
  )
}

export const application_proofs: Proof[] = [
  {
    name: 'packaged',
    shows: 'an installed box runs the analysis program of the product',
    run: packaged,
  },
  {
    name: 'application',
    shows: 'the analysis application as a unit: start, stop, restart, crash',
    run: control,
  },
  {
    name: 'reboot',
    shows: 'the box restarts on request and comes back with everything that ran',
    run: reboot,
  },
]
