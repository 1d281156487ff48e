/**
 * Quirks of the HTTP server that gives the pictures: its challenges, heads, lengths and ends. Long because
 * every quirk is a row.
 */
import type { Quirk } from './quirk.ts'
import { digestAt, raw, type Challenge, type Parts } from './raw-answers.ts'

type Row = Pick<Quirk, 'id' | 'reports' | 'wire' | 'shown'>

const taken: Quirk['outcome'] = { report: { stills: '', frame_url: '/snapshot.jpg' }, camera: { stills: '' } }
/** A row whose pictures come from the picture address. */
const good = (row: Row, peer: Quirk['peer']): Quirk => ({ ...row, area: 'http', peer, outcome: taken })
/** A row whose pictures come from the stream, for this reason. */
const fromStream = (stills: string, row: Row, peer: Quirk['peer']): Quirk => ({
  ...row,
  area: 'http',
  peer,
  ffmpeg: true,
  outcome: { report: { stills, frame_url: '/snapshot.jpg' }, camera: { stills } },
})
const signs_in = 'signs in'
const signIn = (row: Omit<Row, 'shown'>, challenge: Challenge): Quirk =>
  good({ ...row, shown: signs_in }, { wire: digestAt(challenge) })
const sent = (row: Row, parts: (jpeg: Buffer) => Parts, stays_open = false): Quirk =>
  good(row, { wire: raw(parts, { stays_open }) })

const reads_it = 'reads the picture'
const from_the_stream = 'takes the pictures from the stream, and says why'
const chunk = (bytes: Buffer | string, end = '\r\n'): Parts => [
  `${Buffer.byteLength(bytes).toString(16)}${end}`,
  bytes,
  end,
]
/** What a Hikvision camera answers when others have all of its connections. */
const busy_page =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ResponseStatus version="2.0">\n<statusCode>2</statusCode>\n' +
  '<statusString>Device Busy</statusString>\n</ResponseStatus>\n'

export const http_quirks: readonly Quirk[] = [
  signIn(
    {
      id: 'digest-of-the-first-standard',
      reports: ['Ullaakut/cameradar#199', 'encode/httpx#2600'],
      wire: 'asks for a digest without a quality of protection (RFC 2069)',
    },
    { lines: (nonce) => [`Digest realm="IP Camera", nonce="${nonce}"`] },
  ),
  signIn(
    {
      id: 'digest-of-sha-256-without-a-quality',
      reports: ['imroc/req#269'],
      wire: 'asks for a digest by SHA-256 without a quality of protection',
    },
    {
      hash: 'sha256',
      lines: (nonce) => [`Digest realm="IP Camera",nonce="${nonce}", algorithm=SHA-256`],
    },
  ),
  signIn(
    {
      id: 'digest-with-integrity-alone',
      reports: ['ZoneMinder/zoneminder#588', 'bluenviron/gortsplib#1155'],
      wire: 'accepts a digest with the integrity of the body alone (auth-int)',
    },
    { qop: 'auth-int', lines: (nonce) => [`Digest realm="IP Camera", nonce="${nonce}", qop="auth-int"`] },
  ),
  signIn(
    {
      id: 'digest-of-a-session',
      reports: ['softwaremill/sttp#2933', 'libwww-perl/libwww-perl#97'],
      wire: 'asks for the session variant of a digest (MD5-sess)',
    },
    {
      qop: 'auth',
      session: true,
      lines: (nonce) => [`Digest realm="IP Camera", nonce="${nonce}", algorithm=MD5-sess, qop="auth"`],
    },
  ),
  signIn(
    {
      id: 'digest-that-hides-the-name',
      reports: ['curl/curl#8066', 'jimm98y/SharpOnvif#49'],
      wire: 'asks for a hash of the user name (userhash)',
    },
    {
      hash: 'sha256',
      qop: 'auth',
      userhash: true,
      lines: (nonce) => [
        `Digest realm="IP Camera", nonce="${nonce}", algorithm=SHA-256, qop="auth", userhash=true`,
      ],
    },
  ),
  signIn(
    {
      id: 'digest-with-an-opaque-value',
      reports: ['yhirose/cpp-httplib#1166', 'mhoc/axios-digest-auth#6'],
      wire: 'wants its opaque value back, and puts no space behind the commas of its challenge',
    },
    {
      qop: 'auth',
      opaque: 'fcc93b81',
      lines: (nonce) => [`Digest realm="IP Camera",qop="auth",nonce="${nonce}",opaque="fcc93b81"`],
    },
  ),
  signIn(
    {
      id: 'challenge-in-another-order',
      reports: ['lysine-dev/okhttp#2780', 'AxisCommunications/media-stream-library-js#160'],
      wire: 'begins its challenge by the quality, and writes its names and values in upper case',
    },
    {
      qop: 'auth',
      lines: (nonce) => [`DIGEST QOP="auth", REALM="IP Camera", Nonce="${nonce}", stale="FALSE"`],
    },
  ),
  signIn(
    {
      id: 'challenges-in-one-line',
      reports: ['scottlamb/retina#25', 'nmap/nmap#2156'],
      wire: 'asks for basic authentication and, after a comma of the same line, for a digest',
    },
    {
      qop: 'auth',
      lines: (nonce) => [`Basic realm="a, b=c", Digest realm="IP Camera", nonce="${nonce}", qop="auth"`],
    },
  ),
  signIn(
    {
      id: 'qualities-without-quotes',
      reports: ['postmanlabs/httpbin#262', 'devfans/digest-fetch#6'],
      wire: 'offers two qualities of protection without quotes around them',
    },
    { qop: 'auth', lines: (nonce) => [`Digest realm="IP Camera", qop=auth,auth-int, nonce="${nonce}"`] },
  ),
  signIn(
    {
      id: 'opaque-and-empty',
      reports: ['homebridge-plugins/homebridge-camera-ffmpeg#1453'],
      wire: 'wants an empty opaque value back, and puts stale="false" into quotes',
    },
    {
      qop: 'auth',
      opaque: '',
      lines: (nonce) => [`Digest realm="IP Camera", qop="auth", nonce="${nonce}", opaque="", stale="false"`],
    },
  ),
  signIn(
    {
      id: 'challenges-on-two-lines',
      reports: ['encode/httpx#1234'],
      wire: 'asks for a digest and, on a second line, for basic authentication',
    },
    { lines: (nonce) => [`Digest realm="IP Camera", nonce="${nonce}"`, 'Basic realm="IP Camera"'] },
  ),
  signIn(
    {
      id: 'nonce-for-one-request',
      reports: ['curl/curl#2136'],
      wire: 'accepts each nonce for one request, and refuses it afterwards without calling it old',
    },
    { qop: 'auth', lines: (nonce) => [`Digest realm="IP Camera", nonce="${nonce}", qop="auth"`] },
  ),
  signIn(
    {
      id: 'nonce-that-is-old-at-once',
      reports: ['samizdatco/nginx-http-auth-digest#41', 'libwww-perl/libwww-perl#166'],
      wire: 'calls the first nonce old (stale), and accepts the next one',
    },
    { qop: 'auth', stale: 1, lines: (nonce) => [`Digest realm="IP Camera", nonce="${nonce}", qop="auth"`] },
  ),
  signIn(
    {
      id: 'challenge-with-a-page-without-an-end',
      reports: ['home-assistant/core#47511', 'richard-austin/security-cam#132'],
      wire: 'sends a page with its challenge that has no length, and keeps the connection open',
    },
    {
      page: '<html><h1>401 Unauthorized</h1>',
      lines: (nonce) => [`Digest realm="IP Camera", nonce="${nonce}"`],
    },
  ),
  sent(
    {
      id: 'no-length-and-a-closed-connection',
      reports: ['ZoneMinder/zoneminder#1590', 'wpilibsuite/cscore#59'],
      wire: 'answers by HTTP 1.0 without a length, and ends the picture by closing the connection',
      shown: reads_it,
    },
    (jpeg) => ['HTTP/1.0 200 OK\r\n\r\n', jpeg],
  ),
  sent(
    {
      id: 'no-length-and-an-open-connection',
      reports: ['motioneye-project/motioneye#601'],
      wire: 'gives no length, and keeps the connection open',
      shown: 'takes the picture once it is whole',
    },
    (jpeg) => ['HTTP/1.1 200 OK\r\nConnection: keep-alive\r\n\r\n', jpeg],
    true,
  ),
  sent(
    {
      id: 'length-larger-than-the-picture',
      reports: ['openvideolibs/python-onvif-zeep-async#130', 'jazzyisj/home-assistant-config#71'],
      wire: 'states a length that is 32 bytes larger than its picture',
      shown: 'takes the picture once it is whole',
    },
    (jpeg) => [`HTTP/1.1 200 OK\r\nContent-Length: ${jpeg.length + 32}\r\n\r\n`, jpeg],
    true,
  ),
  sent(
    {
      id: 'length-smaller-than-the-picture',
      reports: ['home-assistant/core#47511', 'nielsonm236/NetMod-ServerApp#146'],
      wire: 'states a length that is 48 bytes smaller than its picture',
      shown: 'takes the whole picture',
    },
    (jpeg) => [`HTTP/1.1 200 OK\r\nContent-Length: ${jpeg.length - 48}\r\n\r\n`, jpeg],
  ),
  sent(
    {
      id: 'length-in-words',
      reports: ['mylisabox/flutter_mjpeg#41'],
      wire: 'states a length that is no number',
      shown: reads_it,
    },
    (jpeg) => ['HTTP/1.1 200 OK\r\nContent-Length: chunked\r\n\r\n', jpeg],
  ),
  sent(
    {
      id: 'chunks-and-a-length',
      reports: ['prusa3d/Prusa-Firmware-ESP32-Cam#136', '78/xiaozhi-esp32#1008'],
      wire: 'sends its picture in chunks, and states a length too',
      shown: 'reads the chunks',
    },
    (jpeg) => [
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: ${jpeg.length}\r\n\r\n`,
      ...chunk(jpeg.subarray(0, 100)),
      ...chunk(jpeg.subarray(100)),
      '0\r\n\r\n',
    ],
  ),
  sent(
    {
      id: 'chunks-without-a-last-one',
      reports: ['yhirose/cpp-httplib#51', 'tailhook/rotor-http#37'],
      wire: 'sends chunks of one byte and of the rest, whose lines end by a line feed, and no last one',
      shown: 'takes the picture once it is whole',
    },
    (jpeg) => [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n',
      ...chunk(jpeg.subarray(0, 1), '\n'),
      ...chunk(jpeg.subarray(1), '\n'),
    ],
    true,
  ),
  sent(
    {
      id: 'type-of-several-parts',
      reports: ['GuilhermeC18/node-onvif#33'],
      wire: 'names the type of a film, and sends one picture without a part around it',
      shown: reads_it,
    },
    (jpeg) => [
      'HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=ipcam264\r\n' +
        `Content-Length: ${jpeg.length}\r\n\r\n`,
      jpeg,
    ],
  ),
  sent(
    {
      id: 'type-of-text',
      reports: ['ibielopolskyi/smartthings_fridge_camera#27', 'OctoPrint/OctoPrint#3207'],
      wire: 'names the type of text for its picture',
      shown: 'goes by the bytes',
    },
    (jpeg) => [`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${jpeg.length}\r\n\r\n`, jpeg],
  ),
  fromStream(
    'http_error',
    {
      id: 'busy-with-others',
      reports: ['home-assistant/core#45259'],
      wire: 'answers 503 and a page of its own while it serves others',
      shown: `${from_the_stream}: an error of HTTP`,
    },
    { wire: raw(() => ['HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n\r\n', busy_page]) },
  ),
  fromStream(
    'not_jpeg',
    {
      id: 'busy-with-a-good-status',
      reports: ['evercam/evercam-server#475', 'evercam/evercam-server#52'],
      wire: 'answers 200 and a page that says "Device Busy"',
      shown: `${from_the_stream}: no JPEG picture`,
    },
    { wire: raw(() => [`HTTP/1.1 200 OK\r\nContent-Length: ${busy_page.length}\r\n\r\n`, busy_page]) },
  ),
  fromStream(
    'http_error',
    {
      id: 'refusal-without-an-end',
      reports: ['openvideolibs/python-onvif-zeep-async#130'],
      wire: 'answers 404 without a length, and keeps the connection open',
      shown: `${from_the_stream}: an error of HTTP`,
    },
    { wire: raw(() => ['HTTP/1.1 404 Not Found\r\n\r\n<html>'], { stays_open: true }) },
  ),
  fromStream(
    'signin',
    {
      id: 'digest-refused-beside-basic',
      reports: ['google/ExoPlayer#9800', 'edgexfoundry/device-onvif-camera#132'],
      wire: 'offers a digest and basic authentication, and refuses every digest',
      shown: `${from_the_stream}: the sign-in; a password that was refused never follows in plain text`,
    },
    {
      wire: {
        http: (request, response, { options, username }) => {
          if (request.url?.startsWith('/snapshot') !== true) return false
          const basic = `Basic ${Buffer.from(`${username}:${options.password}`).toString('base64')}`
          const challenges = ['Digest realm="a", nonce="1", qop="auth"', 'Basic realm="a"']
          const offered = { 'www-authenticate': challenges }
          if (request.headers.authorization === basic) response.writeHead(500).end()
          else response.writeHead(401, offered).end()
          return true
        },
      },
    },
  ),
  fromStream(
    'signin',
    {
      id: 'sign-in-page-without-a-challenge',
      reports: ['richard-austin/security-cam#280'],
      wire: 'answers 401 without a challenge, and keeps the connection open',
      shown: `${from_the_stream}: the sign-in`,
    },
    { wire: raw(() => ['HTTP/1.1 401 Unauthorized\r\n\r\n<html>'], { stays_open: true }) },
  ),
]
