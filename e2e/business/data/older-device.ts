/** A device of another make: a proxy of a real one that lacks some of the calls that are ours. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Path } from '@parking/contract'
import type { Device } from '#e2e/support/device.ts'

/** Answers 404 to these paths with a page, as a web server does, and passes everything else on. */
export async function startOlderDevice(device: Device, without: readonly Path[]) {
  const server = createServer((asked, answer) => {
    const { url, method, headers } = asked
    if (without.includes(url as Path))
      return void answer.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404 Not Found</h1>')
    const passed = request(device.address + url, { method, headers }, (got) =>
      got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers)),
    )
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
