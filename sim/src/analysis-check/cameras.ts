/**
 * The cameras of the scripted device: they serve pictures over HTTP, one with digest and one with basic
 * authentication.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHttpAuth } from '../peers/http-auth.ts'
import type { Scenery } from './scenery.ts'

export const camera_username = 'check'
export const camera_password = 'kerb:stone 7'

export type CheckCamera = {
  readonly camera_sn: string
  readonly name: string
  readonly scheme: 'digest' | 'basic'
  readonly frame_url: string
  readonly pictures: () => number
  /** Number of requests without valid credentials. The first is expected, to get the challenge. */
  readonly refusals: () => number
  stop: () => Promise<void>
}

export async function startCamera(
  scenery: Scenery,
  camera: number,
  scheme: 'digest' | 'basic',
): Promise<CheckCamera> {
  const auth = createHttpAuth()
  const path = '/still/picture.jpg?channel=1'
  let pictures = 0
  let refusals = 0
  const server = createServer((request, response) => {
    if (request.url !== path) return void response.writeHead(404).end()
    const header = request.headers.authorization
    const verdict =
      scheme === 'basic' && /^digest/i.test(header ?? '')
        ? 'bad'
        : auth.check(header, 'GET', path, camera_username, camera_password, scheme === 'basic')
    if (verdict !== 'good') {
      refusals++
      const challenge =
        scheme === 'basic' ? ['Basic realm="IP Camera"'] : auth.challenges(false, verdict === 'stale')
      return void response.writeHead(401, { 'www-authenticate': challenge }).end()
    }
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
    name: `${scheme} camera`,
    scheme,
    frame_url: `http://127.0.0.1:${port}${path}`,
    pictures: () => pictures,
    refusals: () => refusals,
    stop: () => close(server),
  }
}

const close = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
