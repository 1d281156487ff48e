/** Lets ffmpeg read a camera's stream: accepts its one connection on loopback (docs/decisions/0084). */
import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import type { Seat } from './shared-streams.ts'

export type Relay = { url: URL; close(): void }

/** `replay_ms`: how old the first picture may be; 0: pictures from now on. */
export async function openRelay(seat: Seat, replay_ms: number): Promise<Relay> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, resolve)
  })
  // Another program on the box does not know the path: all it can do is end this relay.
  const base = `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/${randomBytes(16).toString('hex')}`
  let leave = (): void => seat.leave()
  const close = () => {
    server.close()
    leave()
  }
  server.once('connection', (socket) => {
    server.close()
    leave = () => void socket.destroy()
    seat.serve({ socket, base, replay_ms })
  })
  return { url: new URL(base), close }
}
