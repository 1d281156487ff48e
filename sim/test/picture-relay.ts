/** Replaces the relay of the device for pictures: signs in to the cameras (docs/analysis-socket.md). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { camera_password, camera_username } from '../src/world.ts'

export type PictureRelay = {
  /** The address of the pictures of the camera at this port. */
  addressOf(port: number): string
  stop(): Promise<void>
}

const authorization = `Basic ${Buffer.from(`${camera_username}:${camera_password}`).toString('base64')}`

/** Resolves when it listens. */
export async function startPictureRelay(): Promise<PictureRelay> {
  const server = createServer((request, response) => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    fetch(`http://127.0.0.1:${request.url!.slice(1)}/snapshot.jpg`, {
      headers: { authorization },
      signal: gone.signal,
    })
      .then(async (answer) => response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer())))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    addressOf: (port) => `http://127.0.0.1:${own}/${port}`,
    async stop() {
      const stopped = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await stopped
    },
  }
}
