/** A bad line between browser and device: a proxy that loses the answer to a call that was carried out. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Path } from '@parking/contract'
import type { Device } from './device.ts'

export type LossyLine = {
  address: string
  /** The next call of this path reaches the device; the connection breaks in place of its answer. */
  loseAnswer: (path: Path) => void
  /** How many answers were lost. */
  lost: () => number
  stop: () => Promise<void>
}

export async function startLossyLine(device: Device): Promise<LossyLine> {
  const losing = new Set<string>()
  let lost = 0
  const server = createServer((asked, answer) => {
    const passed = request(
      device.address + asked.url,
      { method: asked.method, headers: asked.headers },
      (got) => {
        if (losing.delete(asked.url ?? '')) {
          lost += 1
          got.resume()
          return void got.once('end', () => asked.socket.destroy())
        }
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
    loseAnswer: (path) => void losing.add(path),
    lost: () => lost,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
