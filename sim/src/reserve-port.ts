/** Reserves a TCP port for the process that will use it, so that nothing else takes it as a free port. */
import { createServer } from 'node:net'

/**
 * Resolves with a function that releases the port. Does nothing if the port is in use, because its later user
 * reports that.
 */
export async function reservePort(port: number, host: string): Promise<() => Promise<void>> {
  const server = createServer()
  const reserved = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => resolve(true))
  }).catch(() => false)
  return () => new Promise((resolve) => (reserved ? server.close(() => resolve()) : resolve()))
}
