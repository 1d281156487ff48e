/** Row 18: every host that a user can set is pointed at the box itself. */
import { createServer, isIPv6, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { calls, code, type CallName } from '@parking/contract'
import type { Attack } from '../support/lab.ts'

/** `P` is the port of a listener on the box. */
const hosts = `127.0.0.1:P 127.1:P 2130706433:P 0x7f000001:P 0177.0.0.1:P localhost:P LOCALHOST.:P [::1]:P
  [::ffff:127.0.0.1]:P [::ffff:7f00:1]:P 0.0.0.0:P [::]:P 0:P 169.254.169.254 [fe80::1] 100.100.100.200
  metadata.google.internal [64:ff9b::7f00:1]:P 255.255.255.255 224.0.0.1 127.0.0.1%00.example:P
  a@127.0.0.1:P user:pw@localhost:P`.split(/\s+/)
/** The addresses at which other machines reach this one, the IPv4 ones also as IPv6 and as a number. */
const own = Object.values(networkInterfaces())
  .flatMap((found) => found ?? [])
  .filter(({ internal }) => !internal)
  .flatMap(({ address }) => {
    if (isIPv6(address)) return [`[${address}]:P`]
    const number = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)
    return [`${address}:P`, `[::ffff:${address}]:P`, `${number}:P`]
  })
const schemes = ['file:///etc/passwd', 'gopher://127.0.0.1:P/_x', 'dict://127.0.0.1:P/', 'data:text/plain,x']

type Place = { name: CallName; field: string; kind: 'url' | 'host'; scheme?: string; more?: object }
export const places: readonly Place[] = [
  { name: 'add_common_camera', field: 'frame_url', kind: 'url', scheme: 'http' },
  {
    name: 'add_common_camera',
    field: 'stream_url_main',
    kind: 'url',
    scheme: 'rtsp',
    more: { frame_url: '' },
  },
  { name: 'try_common_camera', field: 'frame_url', kind: 'url', scheme: 'http' },
  {
    name: 'try_common_camera',
    field: 'stream_url_main',
    kind: 'url',
    scheme: 'rtsp',
    more: { frame_url: '' },
  },
  {
    name: 'try_common_camera',
    field: 'stream_url_sub',
    kind: 'url',
    scheme: 'rtsps',
    more: { frame_url: '' },
  },
  { name: 'add_onvif_camera', field: 'ipv4', kind: 'host' },
  { name: 'try_onvif_camera', field: 'ipv4', kind: 'host' },
  { name: 'update_platform_param', field: 'data_url', kind: 'url', scheme: 'https' },
  { name: 'update_platform_param', field: 'device_hb_url', kind: 'url', scheme: 'http' },
  { name: 'update_platform_param', field: 'auth_url', kind: 'url', scheme: 'https' },
  { name: 'test_platform', field: 'device_hb_url', kind: 'url', scheme: 'http' },
  { name: 'update_storage_param', field: 'endpoint', kind: 'url', scheme: 'http' },
  { name: 'update_storage_param', field: 'endpoint', kind: 'url', scheme: 'ftp' },
  { name: 'test_storage', field: 'endpoint', kind: 'url', scheme: 'http' },
  { name: 'update_alarm_param', field: 'email_server', kind: 'host' },
  { name: 'update_mqtt_param', field: 'broker', kind: 'host' },
  { name: 'test_mqtt', field: 'broker', kind: 'host' },
  { name: 'test_mail', field: 'email_server', kind: 'host' },
  { name: 'update_syslog', field: 'host', kind: 'host', more: { enabled: true } },
  { name: 'test_syslog', field: 'host', kind: 'host' },
  { name: 'set_ntp', field: 'ntp_server', kind: 'host' },
  { name: 'test_ntp', field: 'ntp_server', kind: 'host' },
  { name: 'register_vpn_online', field: 'register_address', kind: 'host' },
  { name: 'set_repository', field: 'repository', kind: 'url', scheme: 'http' },
  { name: 'fetch_certificate', field: 'address', kind: 'url', scheme: 'https' },
  { name: 'fetch_certificate', field: 'address', kind: 'url', scheme: 'rtsps' },
  { name: 'fetch_certificate', field: 'address', kind: 'url', scheme: 'smtp' },
]
/** Calls with a host that go through the same checks as a call above, or whose address is the box's own. */
export const not_tried: readonly string[] = [
  'update_onvif_camera',
  'update_common_camera',
  'set_ipv4',
  'set_restore_config',
]

/** A name that resolves to the box, a redirect to it and DNS rebinding need a peer, so tests cover them. */
export const requestForgery: Attack = async ({ target, admin }, row) => {
  let heard = 0
  const listeners: Server[] = []
  const listen = (host: string, port = 0) =>
    new Promise<number>((resolve) => {
      const server = createServer((socket) => {
        heard++
        socket.destroy()
      })
      server.on('error', () => resolve(0))
      server.listen(port, host, () => resolve((server.address() as { port: number }).port))
      listeners.push(server)
    })
  const port = await listen('127.0.0.1')
  await listen('::1', port)
  const tryPlace = async (place: Place) => {
    const accepted: string[] = []
    let tried = 0
    const values = [
      ...[...hosts, ...own].map((host) => (place.kind === 'url' ? `${place.scheme}://${host}/x` : host)),
      ...(place.kind === 'url'
        ? [
            ...schemes,
            `${place.scheme}://192.0.2.1?@127.0.0.1:P/a`,
            `${place.scheme}://192.0.2.1#@127.0.0.1:P/a`,
          ]
        : []),
    ]
    for (const written of values) {
      const value = written.replaceAll('P', String(port))
      const body = { ...(calls[place.name].example as object), ...place.more, [place.field]: value }
      tried++
      const answer = await target.call(place.name, body, admin)
      if (answer.code === code.success && !isHarmless(value)) accepted.push(value)
    }
    row.check(
      `${place.name}.${place.field} ${place.scheme ?? ''}: ${tried} addresses of the box are refused`,
      accepted.length === 0,
      accepted.join(', '),
    )
  }
  await Promise.all(places.map(tryPlace))
  row.check('no connection was made to the box itself', heard === 0, `${heard} connections`)
  for (const server of listeners) server.close()
}

/**
 * The part after `?` or `#` is not a host, so saving it is harmless as long as nothing connects to the box.
 */
const isHarmless = (value: string): boolean => /^[a-z]+:\/\/192\.0\.2\.1[?#]/.test(value)
