/** The sample clients and platform of docs/integrate work as the pages say, against real servers. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { isWrong } from '@parking/sim/platform-check/findings.ts'
import { runCheck } from '@parking/sim/platform-check/run-check.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { lacks, root } from '../debian.ts'
import { openDevice, test_password, type Device } from '../device.ts'
import { storeEvent } from '../events/event-device.ts'

const clients = join(root, 'docs/integrate/clients')
const has_python = !lacks('python3', spawnSync('python3', ['--version']).status !== 0)
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

function start(command: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  ends.push(() => child.kill('SIGKILL'))
  return child
}

const began = Date.UTC(2026, 0, 1)
/** A listening device with this number of events. */
async function deviceWith(events: number): Promise<{ device: Device; url: string; uuids: string[] }> {
  const device = await openDevice()
  ends.push(() => device.close())
  await device.tokenOf('viewer')
  const uuids = Array.from({ length: events }, () => randomUUID())
  for (const [at, uuid] of uuids.entries())
    storeEvent(device.deps.db, began + at * 1000, {
      uuid,
      place: { parking_no: 'P-1', camera_sn: 'C-1', camera_name: '东门', scene_id: 's', lot_no: 'A01' },
    })
  const url = await device.app.listen({ host: '127.0.0.1', port: 0 })
  return { device, url, uuids }
}

const programs: [name: string, command: string, file: string][] = [
  ['Node', process.execPath, 'read-events.mjs'],
  ...(has_python ? [['Python', 'python3', 'read_events.py'] as [string, string, string]] : []),
]
describe.each(programs)('the client in %s', (_, command, file) => {
  const run = async (url: string, password: string) => {
    const child = start(command, [join(clients, file), url, 'viewer'], { PASSWORD: password })
    const [out, errors, status] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      new Promise<number | null>((done) => child.once('exit', done)),
    ])
    return { out, errors, status }
  }

  test('reads every event, oldest first, and signs out', async () => {
    const { device, url, uuids } = await deviceWith(230)
    const { out, errors, status } = await run(url, test_password)
    expect(errors).toBe('')
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { uuid: string; plate_number: string })
    expect(lines.map(({ uuid }) => uuid)).toEqual(uuids)
    expect(lines[0]?.plate_number).toBe('粤B12345')
    expect(status).toBe(0)
    const { data } = await device.call('list_sessions', {}, await device.tokenOf('viewer'))
    // The one of this test.
    expect(data.list).toHaveLength(2)
  })

  test('reports a wrong password, with the code', async () => {
    const { url } = await deviceWith(0)
    const { errors, status } = await run(url, 'Wrong#2026')
    expect(errors).toMatch(/\b\d{4} /)
    expect(status).toBe(1)
  })
})

test.runIf(has_python)(
  'the kit finds nothing wrong with the platform in Python, also after a restart',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parking-platform-'))
    ends.push(() => rmSync(folder, { recursive: true }))
    const begin = async () => {
      const args = [join(clients, 'platform.py'), '0', join(folder, 'events.db')]
      const child = start('python3', args, { APP_SECRET: 'kerb stone 7' })
      for await (const line of createInterface({ input: child.stdout! })) return { child, url: line }
      throw new Error(await text(child.stderr!))
    }
    const first = await begin()
    first.child.kill('SIGKILL')
    const { url } = await begin()
    const { findings } = await runCheck({
      addresses: {
        auth: `${url}/v1/auth`,
        init: `${url}/v1/device/init`,
        heartbeat: `${url}/v1/device/heartbeat`,
        data: `${url}/v1/events`,
        timer: `${url}/v1/timer_events`,
        lots: `${url}/v1/lot_states`,
      },
      identity: {
        operator_no: 'OP',
        device_sn: 'SN-1',
        app_secret: 'kerb stone 7',
        camera_sn: 'C1',
        parking_no: 'P1',
        lots: ['A01', 'A02'],
        plate_number: '粤B12345',
      },
      other_sn: 'SN-2',
      stored_url: `${url}/v1/stored`,
      patience_ms: 2000,
      sizes: [900_000, 2_500_000],
      at_once: 8,
    })
    expect(findings.filter(isWrong)).toEqual([])
    expect(findings.filter(({ outcome }) => outcome === 'not shown')).toEqual([])
  },
)
