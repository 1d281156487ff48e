/**
 * A proxy in front of a real device that interferes with some requests, to simulate another make of device, a
 * bad link or a failure.
 */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Device } from './device.ts'

/**
 * `cut` closes the connection without an answer; `lose` does so after the device has handled the request;
 * `hold` holds the device's answer back until its promise resolves; undefined passes the request on.
 */
export type Interference =
  | { status: number; type: string; body: string }
  | { hold: () => Promise<unknown> }
  | 'cut'
  | 'lose'
  | undefined

/** The answer of a web server that does not have the path. */
export const not_found: Interference = { status: 404, type: 'text/html', body: '<h1>404 Not Found</h1>' }

/**
 * Starts the proxy on a free port of 127.0.0.1. `interfere` is called for each request, with its path and its
 * path with query.
 */
export async function startProxy(device: Device, interfere: (path: string, address: string) => Interference) {
  const server = createServer((asked, answer) => {
    const { url = '/', method, headers } = asked
    const own = interfere(url.split('?')[0]!, url)
    if (own === 'cut') return void asked.socket.destroy()
    if (own && own !== 'lose' && 'status' in own)
      return void answer.writeHead(own.status, { 'content-type': own.type }).end(own.body)
    const passed = request(device.address + url, { method, headers }, async (got) => {
      if (own === 'lose') return void got.resume().once('end', () => asked.socket.destroy())
      await own?.hold()
      // A browser repeats a request by itself if a kept connection breaks.
      got.pipe(answer.writeHead(got.statusCode ?? 502, { ...got.headers, connection: 'close' }))
    })
    asked.pipe(passed.on('error', () => answer.destroy()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
