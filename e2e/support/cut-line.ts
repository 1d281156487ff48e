/**
 * A TCP proxy between the browser and a device that ends the connections of one call: before the device gets
 * it, while it acts, or after it has answered.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Path } from '@parking/contract'
import type { Device } from './device.ts'

export const cuts = ['before', 'during', 'after'] as const
export type Cut = (typeof cuts)[number]

/**
 * Passes everything on, except for requests to the path that `cut` named last: a browser repeats a request by
 * itself if a kept connection breaks.
 */
export async function startCutLine(device: Device) {
  const { hostname, port } = new URL(device.address)
  const open = new Set<Socket>()
  let cutting: { path: Path; cut: Cut } | undefined
  let times = 0
  let [down, downs] = [false, false]
  const server = createServer((browser) => {
    if (down) return void browser.destroy()
    const box = connect({ host: hostname, port: Number(port) })
    let losing: Cut | undefined
    /** Bytes of the request that are still to come. */
    let left = 0
    for (const socket of [browser, box]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    browser.on('data', (sent) => {
      if (cutting && sent.toString('latin1').startsWith(`POST ${cutting.path} HTTP`)) {
        losing = cutting.cut
        times += 1
        left = lengthOf(sent)
      }
      left -= sent.length
      if (losing === 'before') return void browser.destroy()
      if (losing === 'during') down = downs
      // A body that comes in a part of its own belongs to the same request.
      const is_whole = left <= 0
      box.write(sent, () => losing === 'during' && is_whole && setImmediate(() => browser.destroy()))
    })
    browser.on('close', () => losing !== 'during' && box.end())
    box.on('data', (answer) => {
      if (losing === undefined) browser.write(answer)
      else browser.destroy()
    })
    box.on('close', () => browser.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /**
     * Ends the connection of each call of this path from now on. `with_line`: and, while the device acts, all
     * later ones, until `mend`.
     */
    cut(path: Path, cut: Cut, with_line = false) {
      cutting = { path, cut }
      downs = with_line
    },
    mend: () => void (down = false),
    /** How many requests have been cut. */
    times: () => times,
    stop() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** The length of the request that begins with these bytes, head and body. */
function lengthOf(begin: Buffer): number {
  const text = begin.toString('latin1')
  const head = text.indexOf('\r\n\r\n')
  return head < 0 ? begin.length : head + 4 + Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
}
