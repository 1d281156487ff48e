/** The console behind a proxy at port 80: what a browser would do, and what works. */
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { code } from '@parking/contract'
import { plainJpeg } from '@parking/server/test/plain-jpeg.ts'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import WebSocket from 'ws'
import { until } from '../until.ts'
import type { Bench } from './row.ts'

/** The name under which the browser reaches the proxy. */
export const public_name = 'box.example'
/** Longer than the 50 and 60 s after which the proxies give a silent connection up. */
const watch_ms = 65_000
const camera_sn = 'LAB'

type Answer = { status: number; type: string; body: Buffer }
type Envelope = { code: number; message: string; data: { url: string } }

/** A request as a browser makes it: with the origin of its page, and over HTTPS with Sec-Fetch-Site. */
async function ask(path: string, scheme: 'http' | 'https', body?: object, token = ''): Promise<Answer> {
  const asked = request({
    host: '127.0.0.1',
    port: 80,
    path,
    method: body ? 'POST' : 'GET',
    agent: false,
    headers: {
      host: public_name,
      ...(body && { 'content-type': 'application/json', origin: `${scheme}://${public_name}` }),
      ...(scheme === 'https' && { 'sec-fetch-site': 'same-origin' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  asked.end(body && JSON.stringify(body))
  const [answer] = await once(asked, 'response')
  return { status: answer.statusCode, type: answer.headers['content-type'] ?? '', body: await buffer(answer) }
}

const envelopeIn = ({ body }: Answer): Envelope | undefined => {
  try {
    return JSON.parse(body.toString('utf8')) as Envelope
  } catch {
    return undefined
  }
}

/** Opens the device at 127.0.0.1:8080 and uses it through the proxy. */
export async function throughProxy({ device, admin }: Bench): Promise<string> {
  const jpeg = await plainJpeg(64, 36)
  const password = 'Street#2026'
  const camera = await startCamera({
    name: 'Lab',
    model: 'SL',
    serial: camera_sn,
    password,
    frame: async () => jpeg,
  })
  try {
    await device.app.listen({ port: 8080, host: '127.0.0.1' })
    const at = { ipv4: '127.0.0.1', onvif_port: camera.port, username: 'admin', password }
    await device.call('add_onvif_camera', { camera_name: 'Lab', ...at }, admin)
    // A proxy that checks the device's health needs a moment to see that it is up.
    const page_comes = async () => (await ask('/login', 'http')).status === 200
    await until(page_comes, 15_000, 'the page', 500)
    const page = await ask('/login', 'http')
    if (page.status !== 200 || !page.type.startsWith('text/html')) throw new Error(`the page: ${page.status}`)
    const said = [
      await call('https', admin),
      await call('http', admin),
      await live(admin),
      await upload(admin),
    ]
    return said.join('; ')
  } finally {
    await camera.stop()
  }
}

async function call(scheme: 'http' | 'https', token: string): Promise<string> {
  const answer = await ask('/api/device/get_basic_info', scheme, {}, token)
  const envelope = envelopeIn(answer)
  if (envelope?.code === code.success) return `calls over ${scheme.toUpperCase()} work`
  return `calls over ${scheme.toUpperCase()}: ${envelope?.message ?? `HTTP ${answer.status}`}`
}

/** The live view by WebSocket for longer than the proxy's limits, else by pictures. */
async function live(token: string): Promise<string> {
  const origin = `https://${public_name}`
  const { data } = envelopeIn(await ask('/api/camera/live_view', 'https', { camera_sn }, token))!
  const socket = new WebSocket(`ws://127.0.0.1:80${data.url}`, { origin, headers: { host: public_name } })
  let pictures = 0
  socket.on('message', (_, binary) => void (pictures += binary ? 1 : 0))
  socket.on('error', () => undefined)
  const opened = await Promise.race([
    once(socket, 'open').then(() => 'open'),
    once(socket, 'unexpected-response').then(() => 'refused'),
  ]).catch(() => 'refused')
  if (opened === 'open') {
    await wait(watch_ms)
    const lasted = socket.readyState === WebSocket.OPEN
    socket.terminate()
    if (!lasted || pictures === 0) throw new Error('the live view was cut off')
    return `live view by WebSocket, for ${watch_ms / 1000} s without a break`
  }
  socket.terminate()
  const { type, status } = await ask(data.url, 'https')
  if (type !== 'image/jpeg') throw new Error(`the live view by pictures: HTTP ${status}`)
  return 'live view as single pictures (no WebSocket)'
}

/** A configuration file of 3 MB: whether the proxy passes it on. */
async function upload(token: string): Promise<string> {
  const text = 'x'.repeat(3 << 20)
  const body = { text }
  const answer = await ask('/api/parking/preview_import', 'https', body, token).catch(() => undefined)
  if (answer && envelopeIn(answer)) return 'files of 3 MB pass'
  return `files of 3 MB: HTTP ${answer?.status ?? 'connection cut'} of the proxy`
}
