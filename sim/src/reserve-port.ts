/** Keeps a TCP port for somebody who comes later, so that nobody who takes any free port takes that one. */
import { createServer } from 'node:net'

/** Resolves with how to let go of it. Where it cannot be had at all, whoever comes for it finds out why. */
export async function reservePort(port: number, host: string): Promise<() => Promise<void>> {
  const server = createServer()
  const held = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => resolve(true))
  }).catch(() => false)
  return () => new Promise((resolve) => (held ? server.close(() => resolve()) : resolve()))
}
