/**
 * Quirks of the picture address: whatever is wrong with it, the stream is the second way. Long because
 * every quirk is a row.
 */
import type { ServerResponse } from 'node:http'
import { notSupported } from '../soap.ts'
import type { CameraContext } from '../camera-options.ts'
import { noiseJpeg } from './odd-jpegs.ts'
import type { Quirk } from './quirk.ts'
import type { Wire } from '../wire.ts'

const jpeg_head = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

/** Answers the picture address with this. */
const pictures = (answer: (response: ServerResponse) => unknown): Wire => ({
  http: (request, response) => {
    if (request.url?.startsWith('/snapshot') !== true) return false
    answer(response)
    return true
  },
})
/** Leads to another address of its own, where this is. */
const moved = (answer: (response: ServerResponse, camera: CameraContext) => unknown): Wire => ({
  http: (request, response, camera) => {
    if (request.url === '/moved.jpg') answer(response, camera)
    else if (request.url?.startsWith('/snapshot')) response.writeHead(302, { location: '/moved.jpg' }).end()
    else return false
    return true
  },
})
/** Names this picture address. */
const named = (address: string): Wire => ({
  answers: {
    GetSnapshotUri: (content) => content.replace(/<tt:Uri>.*?<\/tt:Uri>/, `<tt:Uri>${address}</tt:Uri>`),
  },
})

const failed_once = new WeakSet<CameraContext>()
/** Closes the first connection at the picture address. */
const failsOnce: Wire = {
  http: (request, response, camera) => {
    if (request.url?.startsWith('/snapshot') !== true || failed_once.has(camera)) return false
    failed_once.add(camera)
    response.destroy()
    return true
  },
}

/** A row whose pictures come from the stream, for this reason. */
const fromStream = (
  stills: string,
  row: Pick<Quirk, 'id' | 'reports' | 'wire' | 'peer'>,
  why: string,
  /** How the address ends that the device keeps and asks again. */
  frame_url = '/snapshot.jpg',
): Quirk => ({
  ...row,
  area: 'snapshot',
  shown: `takes the pictures from the stream, and says why: ${why}`,
  ffmpeg: true,
  outcome: {
    report: { stills, frame_url, stream_url_main: '/main' },
    camera: { stills, frame_url },
  },
})

const small_jpeg = noiseJpeg({ width: 160, height: 90 })

export const snapshot_quirks: readonly Quirk[] = [
  fromStream(
    'small',
    {
      id: 'picture-of-the-sub-stream',
      reports: ['home-assistant/core#107473', 'Supergiovane/node-red-contrib-hikvision-ultimate#25'],
      wire: 'gives a picture at its picture address that is at most half as wide as its stream',
      peer: {
        wire: pictures(async (response) =>
          response.setHeader('content-type', 'image/jpeg').end(await small_jpeg),
        ),
      },
    },
    'plates may be unreadable in it',
  ),
  fromStream(
    'http_error',
    {
      id: 'picture-not-found',
      reports: ['GuilhermeC18/node-onvif#14', 'home-assistant/core#33796'],
      wire: 'answers 404 at its picture address',
      peer: { wire: pictures((response) => response.writeHead(404).end()) },
    },
    'an error of HTTP',
  ),
  fromStream(
    'http_error',
    {
      id: 'picture-server-error',
      reports: ['home-assistant/core#120506'],
      wire: 'answers 500 at its picture address',
      peer: { wire: pictures((response) => response.writeHead(500).end()) },
    },
    'an error of HTTP',
  ),
  fromStream(
    'tls',
    {
      id: 'picture-at-a-port-of-https',
      reports: ['home-assistant/core#41800'],
      wire: 'names an HTTP address of its pictures at a port that accepts HTTPS alone',
      peer: {
        wire: pictures((response) =>
          response.writeHead(400).end('Client sent an HTTP request to an HTTPS server.\n'),
        ),
      },
    },
    'HTTPS alone',
  ),
  {
    id: 'typed-picture-at-a-port-of-https',
    area: 'snapshot',
    reports: ['home-assistant/core#41800'],
    wire: 'accepts HTTPS alone where an HTTP address of its pictures was typed',
    shown: 'says that the port accepts HTTPS alone, and that the address begins with https',
    peer: {
      wire: pictures((response) =>
        response.writeHead(400).end('The plain HTTP request was sent to HTTPS port'),
      ),
    },
    typed: ({ port }) => ({ frame_url: `http://127.0.0.1:${port}/snapshot.jpg` }),
    outcome: { failed: { step: 'port', reason: 'https_alone' } },
  },
  fromStream(
    'not_jpeg',
    {
      id: 'picture-is-a-page',
      reports: ['home-assistant/core#33796'],
      wire: 'answers with a web page at its picture address',
      peer: {
        wire: pictures((response) =>
          response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>404 Not Found</html>'),
        ),
      },
    },
    'no JPEG picture',
  ),
  fromStream(
    'not_jpeg',
    {
      id: 'picture-is-empty',
      reports: ['home-assistant/core#120506'],
      wire: 'answers 200 with nothing at its picture address',
      peer: { wire: pictures((response) => response.writeHead(200).end()) },
    },
    'no JPEG picture',
  ),
  fromStream(
    'not_jpeg',
    {
      id: 'picture-is-cut',
      reports: ['home-assistant/core#178372'],
      wire: 'sends the head of a picture alone',
      peer: { wire: pictures((response) => response.writeHead(200).end(jpeg_head)) },
    },
    'no JPEG picture',
  ),
  fromStream(
    'redirected',
    {
      id: 'picture-leads-elsewhere',
      reports: ['home-assistant/core#120506'],
      wire: 'leads the picture address to another place',
      peer: {
        wire: pictures((response) => response.writeHead(302, { location: 'http://192.0.2.9/a.jpg' }).end()),
      },
    },
    'a redirect to another host, which is not followed',
  ),
  {
    id: 'picture-at-another-path',
    area: 'snapshot',
    reports: ['home-assistant/core#154308', 'lumeohq/onvif-rs#39'],
    wire: 'leads from its picture address to another one of its own',
    shown: 'takes the pictures there',
    peer: {
      wire: moved(
        (response, { options }) =>
          void options.frame({ pan: 0, tilt: 0, zoom: 0 }, '').then((jpeg) => response.end(jpeg)),
      ),
    },
    outcome: { report: { stills: '', frame_url: '/snapshot.jpg' }, camera: { stills: '' } },
  },
  fromStream(
    'redirected',
    {
      id: 'picture-leads-to-a-sign-in-page',
      reports: ['home-assistant/core#154308'],
      wire: 'leads from its picture address to a page to sign in',
      peer: { wire: moved((response) => response.end('<html><form>Login</form></html>')) },
    },
    'a redirect to no picture',
  ),
  fromStream(
    'not_jpeg',
    {
      id: 'picture-is-a-fault-in-json',
      reports: ['fwestenberg/reolink_dev#52', 'home-assistant/core#132361', 'home-assistant/core#168547'],
      wire: 'answers 200 and a fault in JSON at its picture address',
      peer: {
        wire: pictures((response) =>
          response.end(
            '[{"cmd": "Snap", "code": 1, "error": {"detail": "please login first", "rspCode": -6}}]',
          ),
        ),
      },
    },
    'no JPEG picture',
  ),
  fromStream(
    'signin',
    {
      id: 'picture-refuses-the-sign-in',
      reports: ['home-assistant/core#66554'],
      wire: 'refuses the right password at its picture address',
      peer: {
        wire: pictures((response) =>
          response.writeHead(401, { 'www-authenticate': 'Basic realm="other"' }).end(),
        ),
      },
    },
    'the sign-in',
  ),
  fromStream(
    'signin',
    {
      id: 'picture-forbidden',
      reports: ['home-assistant/core#120506'],
      wire: 'answers 403 at its picture address',
      peer: { wire: pictures((response) => response.writeHead(403).end()) },
    },
    'the sign-in',
  ),
  fromStream(
    'no_answer',
    {
      id: 'picture-breaks-off',
      reports: ['home-assistant/core#120506'],
      wire: 'closes the connection at its picture address',
      peer: { wire: pictures((response) => response.destroy()) },
    },
    'no answer',
  ),
  fromStream(
    'no_answer',
    {
      id: 'picture-never-comes',
      reports: ['home-assistant/core#120506'],
      wire: 'never answers at its picture address',
      peer: { wire: pictures(() => undefined) },
    },
    'no answer',
  ),
  fromStream(
    'not_http',
    {
      id: 'picture-address-of-a-stream',
      reports: ['home-assistant/core#66554'],
      wire: 'gives an RTSP address for its pictures',
      peer: { wire: named('rtsp://127.0.0.1:554/user=admin_channel=0.sdp') },
    },
    'the address is not of HTTP',
    '',
  ),
  fromStream(
    'no_answer',
    {
      id: 'picture-address-of-another-host',
      reports: ['GuilhermeC18/node-onvif#14'],
      wire: 'gives the address of a server on the internet for its pictures',
      peer: { wire: named('http://www.example.com:9/manage/Upload/Pic/1.jpg') },
    },
    'its own host gives no answer there, and no other host is asked',
    '/manage/Upload/Pic/1.jpg',
  ),
  fromStream(
    'no_address',
    {
      id: 'picture-address-empty',
      reports: ['openvideolibs/python-onvif-zeep-async#49'],
      wire: 'gives an empty picture address',
      peer: { wire: named('') },
    },
    'no address',
    '',
  ),
  fromStream(
    'not_http',
    {
      id: 'picture-address-of-null',
      reports: ['home-assistant/core#84551'],
      wire: 'gives "(null)" for its picture address',
      peer: { wire: named('(null)') },
    },
    'the address is not of HTTP',
    '',
  ),
  fromStream(
    'no_address',
    {
      id: 'picture-address-refused',
      reports: ['openvideolibs/python-onvif-zeep-async#50'],
      wire: 'refuses to give a picture address',
      peer: {
        wire: {
          answers: {
            GetSnapshotUri: () => {
              throw notSupported('GetSnapshotUri')
            },
          },
        },
      },
    },
    'no address',
    '',
  ),
  {
    id: 'another-size-without-onvif',
    area: 'snapshot',
    reports: ['EliasKotlyar/Xiaomi-Dafang-Hacks#1554'],
    wire: 'is known by its picture address alone, and once shows pictures of another size',
    shown: 'names both sizes: it may be another lens; what it shows is compared with each scene',
    peer: {},
    typed: ({ host, port }) => ({ frame_url: `http://${host}:${port}/snapshot.jpg` }),
    later: () => noiseJpeg({ width: 1280, height: 720 }),
    outcome: { changed: [{ finding: 'size_changed', before: '640 × 360', said: '1280 × 720' }] },
  },
  {
    id: 'picture-fails-at-first',
    area: 'snapshot',
    reports: ['home-assistant/core#120506'],
    wire: 'closes the first connection at its picture address, and answers from then on',
    shown: 'takes the first picture from the stream, and the next ones from the address again',
    ffmpeg: true,
    peer: { wire: failsOnce },
    outcome: {
      report: { stills: 'no_answer', frame_url: '/snapshot.jpg' },
      camera: { stills: '', frame_url: '/snapshot.jpg' },
    },
  },
]
