import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFrame } from '../src/analysis/frame-comment.ts'
import { camera_password, camera_username, startWorld } from '../src/world.ts'
import { until } from './until.ts'

test('a world has eight distinct cameras with their pictures', async () => {
  const world = await startWorld({ discoveryPort: 0 })
  expect(new Set(world.cameras.map(({ serial }) => serial)).size).toBe(8)
  expect(new Set(world.cameras.map(({ port }) => port)).size).toBe(8)
  expect(world.cameras.filter(({ ptz }) => ptz).length).toBeGreaterThan(0)
  const { host, port, serial } = world.cameras[7]!
  await world.street.frame(7, serial) // drawn in advance, because the first picture is slow
  const login = Buffer.from(`${camera_username}:${camera_password}`).toString('base64')
  const answer = await fetch(`http://${host}:${port}/snapshot.jpg`, {
    headers: { authorization: `Basic ${login}` },
  })
  expect(readFrame(Buffer.from(await answer.arrayBuffer()))?.truth.camera).toBe(serial)
  await world.stop()
})

test('takes a free port if the requested one is in use', async () => {
  const first = await startWorld({ cameras: 1, discovery: false })
  const second = await startWorld({
    cameras: 1,
    discovery: false,
    cameraBasePort: first.cameras[0]!.port,
    platformPort: first.platform.port,
  })
  expect(second.cameras[0]!.port).not.toBe(first.cameras[0]!.port)
  expect(second.platform.port).not.toBe(first.platform.port)
  await Promise.all([first.stop(), second.stop()])
})

/** The built program; vitest.config.ts builds it before the first test. */
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
/** Replaces the device server: requests every camera once, prints what a device prints, and waits. */
const server = `
import { readFileSync } from 'node:fs'
if (process.env.TEST_EXIT) {
  console.error('The port is taken.')
  process.exit(Number(process.env.TEST_EXIT))
}
const items = JSON.parse(readFileSync(process.env.PARKING_PROVISION, 'utf8'))
const soap =
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>' +
  '<GetSystemDateAndTime xmlns="http://www.onvif.org/ver10/device/wsdl"/></s:Body></s:Envelope>'
const ask = (address) =>
  fetch(address, { method: 'POST', body: soap }).then((response) => response.status, () => 'dark')
for (const { path, body } of items.filter(({ path }) => path.endsWith('add_onvif_camera')))
  console.log('camera', await ask('http://' + body.ipv4 + ':' + body.onvif_port + '/onvif/device_service'))
console.log('Console: http://127.0.0.1:8080/')
console.log('The device is set up.')
process.on('SIGTERM', () => { console.log('bye'); process.exit(0) })
setInterval(() => {}, 1000)
`
let [folder, output, child] = ['', '', undefined as ChildProcess | undefined]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'street-'))
  await writeFile(join(folder, 'server.mjs'), server)
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})
function start(env: Record<string, string> = {}): Promise<number | null> {
  output = ''
  child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PARKING_DATA: join(folder, 'data'),
      STREET_SERVER: join(folder, 'server.mjs'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text))
  return new Promise((resolve) => child!.on('close', resolve))
}
const street = async (): Promise<{ cameras: number[]; platform: number; broken: boolean }> =>
  JSON.parse(await readFile(join(folder, 'data', 'street.json'), 'utf8'))

test('the first start sets up a device and breaks two of its cameras; later starts keep them', async () => {
  const first = start()
  await until(
    'two broken cameras',
    async () => output.includes('Platform (simulated)') && (await street()).broken,
  )
  const { cameras } = await street()
  expect(output.match(/camera 200/g)).toHaveLength(6)
  const powered_off = (): Promise<string> =>
    fetch(`http://127.0.0.1:${cameras[4]}/`).then(
      () => 'lit',
      () => 'dark',
    )
  expect(await powered_off()).toBe('dark')
  child!.kill('SIGTERM')
  expect(await first).toBe(0)
  expect(output).toContain('bye')
  const second = start()
  await until('it is ready again', () => output.includes('Platform (simulated)'))
  expect([(await street()).cameras, await powered_off()]).toEqual([cameras, 'dark'])
  child!.kill('SIGINT')
  expect(await second).toBe(0)
})

test("a server that cannot start ends the street with the server's exit code and output", async () => {
  expect(await start({ TEST_EXIT: '3' })).toBe(3)
  expect(output.trim()).toBe('The port is taken.')
})

test("leaves the device's port to the device, even if the street would use it", async () => {
  const world = await startWorld({ cameras: 0, discovery: false })
  const port = world.platform.port
  await world.stop()
  await mkdir(join(folder, 'data'))
  await writeFile(
    join(folder, 'data', 'street.json'),
    JSON.stringify({ cameras: [], platform: port, broken: true }),
  )
  await writeFile(
    join(folder, 'server.mjs'),
    `
    import { createServer } from 'node:http'
    createServer()
      .on('error', ({ code }) => console.log('refused', code))
      .listen(Number(process.env.PARKING_PORT), process.env.PARKING_HOST, () => console.log('has its port'))
    process.on('SIGTERM', () => process.exit(0))`,
  )
  const ended = start({ PARKING_PORT: String(port), PARKING_HOST: '127.0.0.1' })
  await until('the device to listen, or not', () => /has its port|refused/.test(output))
  expect(output).toContain('has its port')
  expect((await street()).platform).not.toBe(port)
  child!.kill('SIGTERM')
  expect(await ended).toBe(0)
})
