/** A device of another make: a proxy of a real one that lacks some of the calls that are ours. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Device } from '#e2e/support/device.ts'
import type { PathOf } from '#e2e/support/wire.ts'

export type OlderDevice = { address: string; stop: () => Promise<void> }

/** Answers 404 to these paths with a page, as a web server does, and passes everything else on. */
export async function startOlderDevice(device: Device, without: readonly PathOf[]): Promise<OlderDevice> {
  const server = createServer((asked, answer) => {
    if ((without as readonly string[]).includes(asked.url ?? '')) {
      asked.resume()
      return void answer.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404 Not Found</h1>')
    }
    const passed = request(
      device.address + asked.url,
      { method: asked.method, headers: asked.headers },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
