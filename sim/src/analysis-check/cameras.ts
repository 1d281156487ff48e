/** The cameras of the scripted device: it serves their pictures as a relay does, without a sign-in. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Scenery } from './scenery.ts'

export type CheckCamera = {
  readonly camera_sn: string
  readonly name: string
  readonly frame_url: string
  readonly pictures: () => number
  stop: () => Promise<void>
}

export async function startCamera(scenery: Scenery, camera: number): Promise<CheckCamera> {
  const path = '/still/picture.jpg?channel=1'
  let pictures = 0
  const server = createServer((request, response) => {
    if (request.url !== path) return void response.writeHead(404).end()
    pictures++
    scenery.frame(camera).then(
      (jpeg) =>
        void response
          .writeHead(200, { 'content-type': 'image/jpeg', 'content-length': jpeg.length })
          .end(jpeg),
      () => void response.writeHead(500).end(),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    camera_sn: `CHECK-${camera + 1}`,
    name: `camera ${camera + 1}`,
    frame_url: `http://127.0.0.1:${port}${path}`,
    pictures: () => pictures,
    stop: () => close(server),
  }
}

const close = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
