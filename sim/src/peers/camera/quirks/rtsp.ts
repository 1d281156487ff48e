/**
 * Quirks of the RTSP server and of what it streams. Long because every quirk is a row.
 */
import { plainJpegFilm } from './rtsp-films.ts'
import type { RtspOptions } from '../../rtsp/rtsp-server.ts'
import type { Quirk } from './quirk.ts'

export type RtspRow = Pick<Quirk, 'id' | 'reports' | 'wire' | 'shown'> & { rtsp: Partial<RtspOptions> }

/** A row about a camera that has a stream alone. */
export const stream = (
  { rtsp, ...row }: RtspRow,
  outcome: Quirk['outcome'] = { report: { width: 640 } },
): Quirk => ({
  ...row,
  area: 'rtsp',
  peer: { wire: { rtsp } },
  typed: (camera) => ({ stream_url_main: `rtsp://${camera.host}:${camera.rtsp?.port}/main` }),
  ffmpeg: true,
  outcome,
})

/** Changes the answers to this method alone. */
export const answersTo =
  (method: string, change: (answer: string) => string): NonNullable<RtspOptions['change']> =>
  (answer, asked) =>
    asked === method ? change(answer) : answer
/** Changes the description, and its length in the head. */
export const description = (change: (sdp: string) => string) =>
  answersTo('DESCRIBE', (answer) => {
    const [head = '', sdp = ''] = answer.split('\r\n\r\n')
    if (sdp === '') return answer
    const changed = change(sdp)
    return `${head.replace(/(Content-Length: )\d+/, `$1${changed.length}`)}\r\n\r\n${changed}`
  })
/** Refuses a method once the sign-in has passed. */
const refuses = (method: string, status: string) =>
  answersTo(method, (answer) => answer.replace(/^RTSP\/1\.0 200 OK/, `RTSP/1.0 ${status}`))
export const failed = (reason?: string): Quirk['outcome'] => ({
  failed: { step: 'stream', ...(reason !== undefined && { reason }) },
})

const signs_in = 'signs in, and the analysis program gets the same stream'

export const rtsp_quirks: readonly Quirk[] = [
  stream({
    id: 'rtsp-sha-256-alone',
    reports: ['AlexxIT/go2rtc#2344'],
    wire: 'asks for a digest by SHA-256 alone',
    shown: signs_in,
    rtsp: { algorithms: ['SHA-256'] },
  }),
  stream({
    id: 'rtsp-sha-256-before-md5',
    reports: ['AlexxIT/go2rtc#2451'],
    wire: 'asks for a digest by SHA-256 or, after it, by MD5',
    shown: signs_in,
    rtsp: { algorithms: ['SHA-256', 'MD5'] },
  }),
  stream({
    id: 'rtsp-md5-before-sha-256',
    reports: ['ZLMediaKit/ZLMediaKit#1702'],
    wire: 'asks for a digest by MD5 or, after it, by SHA-256',
    shown: signs_in,
    rtsp: { algorithms: ['MD5', 'SHA-256'] },
  }),
  stream({
    id: 'rtsp-basic-alone',
    reports: ['OvenMediaLabs/OvenMediaEngine#1936'],
    wire: 'knows basic authentication alone',
    shown: signs_in,
    rtsp: { algorithms: ['Basic'] },
  }),
  stream({
    id: 'one-session-a-stream',
    reports: ['keshavdv/unifi-cam-proxy#193', 'keshavdv/unifi-cam-proxy#340', 'blakeblackshear/frigate#5983'],
    wire: 'serves one session of its stream at a time',
    shown: 'opens one session for all who look, and never a second one',
    rtsp: { max_sessions: 1 },
  }),
  stream(
    {
      id: 'no-session-free',
      reports: ['Tedyst/HikLoad#4', 'mpromonet/webrtc-streamer#174'],
      wire: 'answers 453, because others have all of its sessions',
      shown: 'names the limit of sessions, and no fault of the camera',
      rtsp: { max_sessions: 0 },
    },
    failed('session_limit'),
  ),
  stream(
    {
      id: 'busy-at-the-setup',
      reports: ['mpromonet/webrtc-streamer#531'],
      wire: 'answers 500 to SETUP while it serves others',
      shown: 'names the limit of sessions, and no fault of the camera',
      rtsp: { change: refuses('SETUP', '500 Internal Server Error') },
    },
    failed('session_limit'),
  ),
  stream(
    {
      id: 'udp-alone',
      reports: ['deepch/RTSPtoWebRTC#195', 'blakeblackshear/frigate#1907'],
      wire: 'sends its stream over UDP alone',
      shown: 'fails at the stream, and says that UDP is not used',
      rtsp: { transports: 'udp' },
    },
    failed(),
  ),
  stream(
    {
      id: 'tcp-not-acceptable',
      reports: ['deepch/RTSPtoWeb#249'],
      wire: 'answers 406 to a SETUP over TCP',
      shown: 'fails at the stream, and says that UDP is not used',
      rtsp: { change: refuses('SETUP', '406 TCP TRANSPORT IS NOT SUPPORTED') },
    },
    failed(),
  ),
  stream(
    {
      id: 'stream-not-found',
      reports: ['home-assistant/core#33796'],
      wire: 'answers 404 to the address of its stream',
      shown: 'fails at the stream',
      rtsp: { change: refuses('DESCRIBE', '404 Not Found') },
    },
    failed(),
  ),
  stream({
    id: 'lines-end-by-a-line-feed',
    reports: ['OvenMediaLabs/OvenMediaEngine#1936', 'meetecho/janus-gateway#1922'],
    wire: 'ends the lines of its heads by a line feed alone',
    shown: 'reads them',
    rtsp: {
      change: (answer) => {
        const end = answer.indexOf('\r\n\r\n') + 4
        return answer.slice(0, end).replaceAll('\r\n', '\n') + answer.slice(end)
      },
    },
  }),
  stream({
    id: 'spaces-around-the-number',
    reports: ['bluenviron/gortsplib#437'],
    wire: 'puts spaces before the colon and after the number of an answer',
    shown: 'reads the number',
    rtsp: { change: (answer) => answer.replace(/^CSeq: (\d+)/m, 'CSeq :  $1 ') },
  }),
  stream({
    id: 'answers-without-a-number',
    reports: ['luisiam/homebridge-foscamcamera#6', 'scottlamb/retina#133'],
    wire: 'numbers each answer 0',
    shown: 'takes the answers in the order of the requests',
    rtsp: { change: (answer) => answer.replace(/^CSeq: \d+/m, 'CSeq: 0') },
  }),
  stream({
    id: 'folded-head',
    reports: ['koush/scrypted#2137'],
    wire: 'continues a field of its head on a line of a space alone',
    shown: 'passes over that line',
    rtsp: {
      change: answersTo('PLAY', (answer) => answer.replace(/^(Session: .*)\r\n/m, '$1\r\n \r\n')),
    },
  }),
  stream({
    id: 'options-refused',
    reports: ['aler9/rtsp-simple-proxy#10'],
    wire: 'refuses the method OPTIONS, which players ask first',
    shown: 'goes on without it',
    rtsp: { change: refuses('OPTIONS', '404 Not Found') },
  }),
  stream({
    id: 'bytes-before-a-frame',
    reports: ['bluenviron/gortsplib#653', 'curl/curl#10808'],
    wire: 'sends bytes that belong to nothing before a frame',
    shown: 'passes over them',
    rtsp: { change: answersTo('PLAY', (answer) => `${answer}\u0001~ \u0000\u007fwxyz`) },
  }),
  stream({
    id: 'challenge-on-two-lines',
    reports: ['koush/scrypted#2137'],
    wire: 'continues its challenge on the next line',
    shown: signs_in,
    rtsp: { change: (answer) => answer.replace(', nonce=', ',\r\n\tnonce=') },
  }),
  stream({
    id: 'status-without-a-reason',
    reports: ['bluenviron/gortsplib#807'],
    wire: 'gives no reason after the status of an answer',
    shown: 'reads the status',
    rtsp: { change: (answer) => answer.replace(/^RTSP\/1\.0 (\d+) .*$/m, 'RTSP/1.0 $1') },
  }),
  stream({
    id: 'field-without-a-value',
    reports: ['bluenviron/mediamtx#34'],
    wire: 'has a field without a value in each head',
    shown: 'passes over it',
    rtsp: { change: (answer) => answer.replace(/^CSeq:/m, 'Session:\r\nCache-Control:\r\nCSeq:') },
  }),
  stream({
    id: 'track-at-an-address-of-its-own',
    reports: ['ZoneMinder/zoneminder#2029'],
    wire: 'gives its track a whole address, and no base address',
    shown: 'opens the track at that address',
    rtsp: {
      change: description((sdp) =>
        sdp.replace('a=control:trackID=1', 'a=control:rtsp://127.0.0.1:554/video0'),
      ),
    },
  }),
  stream({
    id: 'description-without-parameter-sets',
    reports: ['bluenviron/gortsplib#88', 'kerberos-io/agent#105', 'deepch/RTSPtoWeb#366'],
    wire: 'leaves the parameter sets out of its description',
    shown: 'takes them from the stream',
    rtsp: { change: description((sdp) => sdp.replace(/;sprop-parameter-sets=.*/, '')) },
  }),
  stream({
    id: 'description-with-empty-parameter-sets',
    reports: ['bluenviron/mediamtx#861', 'FFmpeg/FFmpeg#181'],
    wire: 'gives empty parameter sets in its description',
    shown: 'takes them from the stream',
    rtsp: { change: description((sdp) => sdp.replace(/(sprop-parameter-sets=).*/, '$1')) },
  }),
  stream({
    id: 'description-without-a-control-address',
    reports: ['scottlamb/retina#9'],
    wire: 'names no control address for the whole description',
    shown: 'plays by the address of the stream',
    rtsp: { change: description((sdp) => sdp.replace('a=control:*\r\n', '')) },
  }),
  stream({
    id: 'sound-before-the-picture',
    reports: ['bluenviron/gortsplib#479'],
    wire: 'describes its sound before its picture, and data after it',
    shown: 'opens the picture alone',
    rtsp: {
      change: description((sdp) => {
        const track = (kind: string, type: number) =>
          `m=${kind} 0 RTP/AVP ${type}\r\na=control:trackID=${type}\r\n`
        return `${sdp.replace('m=video', `${track('audio', 8)}m=video`)}${track('application', 107)}`
      }),
    },
  }),
  stream({
    id: 'stamps-that-repeat',
    reports: ['homebridge-plugins/homebridge-camera-ffmpeg#471'],
    wire: 'gives several pictures the same time stamp',
    shown: 'takes the pictures in their order',
    rtsp: { stamp: (time) => time - (time % 900_000) },
  }),
  stream({
    id: 'stamps-that-go-back',
    reports: ['AlexxIT/go2rtc#1943', 'EliasKotlyar/Xiaomi-Dafang-Hacks#667'],
    wire: 'begins its time stamps again at 0 now and then',
    shown: 'takes the pictures in their order',
    rtsp: { stamp: (time) => time % 90_000 },
  }),
  stream({
    id: 'parameter-sets-before-each-slice',
    reports: ['Kurento/bugtracker#321'],
    wire: 'sends the parameter sets again before each slice of a picture, which ends it for a decoder',
    shown: 'leaves out the repeats: live view, stills and analysis get whole pictures',
    rtsp: { film: plainJpegFilm('sets') },
  }),
  stream(
    {
      id: 'slices-that-never-come',
      reports: ['iina/iina#6128', 'homebridge-plugins/homebridge-camera-ffmpeg#248'],
      wire: 'loses a slice of each picture on its way',
      shown: 'takes none of these pictures, and says that parts are missing',
      rtsp: { film: plainJpegFilm('lost') },
    },
    failed('picture_damaged'),
  ),
]
