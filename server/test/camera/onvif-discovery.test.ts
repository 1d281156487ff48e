/**
 * WS-Discovery over real sockets on the loopback: found cameras, known cameras, garbage, and an empty result.
 * Long because answers are read in many spellings.
 */
import { createSocket } from 'node:dgram'
import { BlockList } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Body } from '@parking/contract'
import { camerasIn, wsDiscovery } from '#src/adapters/camera/ws-discovery.ts'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { startDiscovery } from '@parking/sim/peers/camera/discovery.ts'
import { openDevice } from '../device.ts'
import { plainJpeg } from '../plain-jpeg.ts'

const password = 'Street#2026'
let jpeg: Buffer
const ends: (() => unknown)[] = []

beforeAll(async () => {
  jpeg = await plainJpeg(64, 36)
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function street(names: string[]): Promise<{ cameras: Camera[]; port: number }> {
  const cameras: Camera[] = []
  for (const [at, name] of names.entries())
    cameras.push(
      await startCamera({
        name,
        model: 'SL-B4216',
        serial: `SN-000${at + 1}`,
        password,
        frame: async () => jpeg,
      }),
    )
  const discovery = await startDiscovery(() => cameras, 0)
  ends.push(...cameras.map((camera) => camera.stop), discovery.stop)
  return { cameras, port: discovery.port ?? 0 }
}
const seeking = (port: number) =>
  wsDiscovery({ allow_loopback: true, loopback_only: true, port, wait_ms: 2_000, quiet_ms: 500 })

test('each simulated camera is found once with name and model; an added one is recognised', async () => {
  const { cameras, port } = await street(['东门 <1>', '西门 2'])
  const device = await openDevice({ ports: { discovery: seeking(port) } })
  ends.push(device.close)
  const token = await device.tokenOf('operator')
  const body: Body<'add_onvif_camera'> = {
    camera_name: 'x',
    ipv4: '127.0.0.1',
    onvif_port: cameras[0]!.port,
    username: 'admin',
    password,
  }
  expect((await device.call('add_onvif_camera', body, token)).code).toBe(0)
  const { code, data } = await device.call('discover_cameras', {}, token)
  expect(code).toBe(0)
  expect(data.list).toEqual([
    {
      endpoint: expect.stringMatching(/^urn:uuid:/),
      ipv4: '127.0.0.1',
      onvif_port: cameras[1]!.port,
      service_path: '/onvif/device_service',
      name: '西门 2',
      model: 'SL-B4216',
      location: '',
      known: false,
    },
    {
      endpoint: expect.stringMatching(/^urn:uuid:/),
      ipv4: '127.0.0.1',
      onvif_port: cameras[0]!.port,
      service_path: '/onvif/device_service',
      name: '东门 <1>',
      model: 'SL-B4216',
      location: '',
      known: true,
    },
  ])
  expect(await device.call('discover_cameras', {}, await device.tokenOf('viewer'))).toMatchObject({
    code: 4030,
  })
})

// edgexfoundry/device-onvif-camera#2
test('cameras of a make that share their endpoint are all found, and named apart', async () => {
  const { cameras, port } = await street(['a', 'b', 'c'])
  for (const camera of cameras) Object.assign(camera.context.options, { identity: 'same' })
  const device = await openDevice({ ports: { discovery: seeking(port) } })
  ends.push(device.close)
  const { list } = (await device.call('discover_cameras', {}, await device.tokenOf('operator'))).data
  expect(list.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c'])
  expect(new Set(list.map(({ endpoint }) => endpoint)).size).toBe(3)
})

test('a camera that is switched off is not found', async () => {
  const { cameras, port } = await street(['a', 'b'])
  await cameras[0]!.setPower(false)
  expect((await seeking(port).discover()).map(({ name }) => name)).toEqual(['b'])
})

test('a search without results continues to its time limit, and finds a late camera', async () => {
  const { port } = await street(['a'])
  const [slow, behind] = await Promise.all(
    [0, 1].map(async () => {
      const socket = createSocket('udp4')
      await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
      ends.push(() => socket.close())
      return socket
    }),
  )
  slow!.on('message', (probe, from) => {
    behind!.once('message', (answer) => slow!.send(answer, from.port, from.address))
    setTimeout(() => behind!.send(probe, port, '127.0.0.1'), 1_000)
  })
  expect((await seeking(slow!.address().port).discover()).map(({ name }) => name)).toEqual(['a'])
})

test('invalid answers and silence yield no camera', async () => {
  const junk = createSocket('udp4')
  await new Promise<void>((resolve) => junk.bind(0, '127.0.0.1', resolve))
  ends.push(() => junk.close())
  junk.on('message', (_, from) => {
    for (const text of [
      '',
      '<<<',
      '\u0000\u0007',
      '<!DOCTYPE a [<!ENTITY b "c">]><a/>',
      '<a/>',
      '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>',
    ])
      junk.send(text, from.port, from.address)
  })
  expect(await seeking(junk.address().port).discover()).toEqual([])
  expect(await seeking(9).discover()).toEqual([])
  expect(await wsDiscovery({ allow_loopback: false, loopback_only: true, wait_ms: 100 }).discover()).toEqual(
    [],
  )
})

const subnets = new BlockList()
subnets.addSubnet('192.168.1.0', 24, 'ipv4')
const answer = (xaddrs: string, scopes = '', endpoint = 'urn:uuid:1') =>
  '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><d:ProbeMatches ' +
  'xmlns:d="urn:d"><d:ProbeMatch><a:EndpointReference xmlns:a="urn:a"><a:Address>' +
  `${endpoint}</a:Address></a:EndpointReference><d:Types>dn:NetworkVideoTransmitter</d:Types>` +
  `<d:Scopes>${scopes}</d:Scopes><d:XAddrs>` +
  `${xaddrs}</d:XAddrs></d:ProbeMatch></d:ProbeMatches></e:Body></e:Envelope>`
const read = (text: string, from = '10.0.0.9') =>
  camerasIn(Buffer.from(text), from, subnets, { allow_loopback: false })

test("an address in the box's own network comes first, and forbidden addresses are dropped", async () => {
  const [camera] = await read(
    answer(
      'http://10.9.9.9/onvif/device_service http://[fe80::1]/x http://169.254.7.7/x ' +
        'https://192.168.1.64/x http://192.168.1.64:8080/x http://127.0.0.1/x http://10.0.0.9:81/x ' +
        'rtsp://192.168.1.64/x junk',
    ),
  )
  expect(camera?.addresses).toEqual([
    { ipv4: '192.168.1.64', onvif_port: 8080, service_path: '/x' },
    { ipv4: '192.168.1.64', onvif_port: 443, service_path: '/x' },
    { ipv4: '10.0.0.9', onvif_port: 81, service_path: '/x' },
    { ipv4: '10.9.9.9', onvif_port: 80, service_path: '/onvif/device_service' },
  ])
})

test("a camera without a usable address gets the sender's, unless that is forbidden too", async () => {
  // roleoroleo/yi-hack-MStar#148 and others: loopback, link-local, IPv6 and an address without a scheme.
  for (const [named, onvif_port] of [
    ['http://169.254.7.7/x', 80],
    ['http://127.0.0.1:8899/x', 8899],
    ['http://[fe80::4619:b7ff:fe1d:c6cf]:8080/x', 8080],
    ['0.0.0.0:2000/x', 2000],
  ] as const)
    expect(await read(answer(named))).toMatchObject([
      { addresses: [{ ipv4: '10.0.0.9', onvif_port, service_path: '/x' }] },
    ])
  expect(await read(answer(''))).toMatchObject([{ addresses: [{ ipv4: '10.0.0.9', onvif_port: 80 }] }])
  for (const named of ['', 'http://127.0.0.1/x']) expect(await read(answer(named), '127.0.0.1')).toEqual([])
})

test('an address in no network of ours follows that of the sender', async () => {
  for (const named of ['172.17.0.2', 'camera-7.local'])
    expect((await read(answer(`http://${named}:8000/x`)))[0]?.addresses).toEqual([
      { ipv4: '10.0.0.9', onvif_port: 8000, service_path: '/x' },
      { ipv4: named, onvif_port: 8000, service_path: '/x' },
    ])
})

test('name, model and place are read from the scopes in every spelling', async () => {
  const scopes =
    'onvif://www.onvif.org/type/video_encoder onvif://www.onvif.org/name/East%20gate ' +
    'onvif://www.onvif.org/hardware/IPC%ZZ onvif://www.onvif.org/location/country/china ' +
    'onvif://www.onvif.org/location/city/%E6%B7%B1%E5%9C%B3 onvif://www.onvif.org/name/'
  expect(await read(answer('http://192.168.1.64/x', scopes, ''))).toEqual([
    {
      endpoint: '192.168.1.64:80',
      addresses: [{ ipv4: '192.168.1.64', onvif_port: 80, service_path: '/x' }],
      name: 'East gate',
      model: 'IPC%ZZ',
      location: '深圳',
    },
  ])
})

test('a name in any charset and addresses parted by commas are read', async () => {
  for (const [written, name] of [
    ['%B6%AB%C3%C5', '东门'],
    ['%E4%B8%9C%E9%97%A8', '东门'],
    ['东门', '东门'],
    ['100%', '100%'],
  ] as const)
    expect(
      await read(answer('http://192.168.1.64/x,http://10.9.9.9/x;', `onvif://www.onvif.org/name/${written}`)),
    ).toMatchObject([{ name, addresses: [{ ipv4: '192.168.1.64' }, { ipv4: '10.9.9.9' }] }])
})
