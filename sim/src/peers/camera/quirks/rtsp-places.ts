/**
 * Quirks of the addresses of RTSP: where a camera leads, and at which address it takes SETUP and PLAY.
 * Long because every quirk is a row.
 */
import type { Quirk } from './quirk.ts'
import { answersTo, description, failed, stream, type RtspRow } from './rtsp.ts'

type Rtsp = RtspRow['rtsp']

/** Takes a method at one address alone; `path` follows the port. */
const at = (wanted: Record<string, string>, status = '404 Not Found'): Pick<Rtsp, 'refuse'> => ({
  refuse: (method, uri) =>
    method in wanted && uri.replace(/^rtsp:\/\/[^/]+/, '') !== wanted[method] ? status : undefined,
})
/** Names this base, made of the address of the stream, and this control address of the track. */
const names = (base: (url: string) => string, track = 'trackID=1'): NonNullable<Rtsp['change']> =>
  answersTo('DESCRIBE', (answer) =>
    description((sdp) => sdp.replace('a=control:trackID=1', `a=control:${track}`))(
      answer.replace(/^Content-Base: (.*)\/$/m, (_, url: string) => `Content-Base: ${base(url)}`),
      'DESCRIBE',
    ),
  )
const described = (change: (sdp: string) => string, rtsp: Rtsp = {}): Rtsp => ({
  ...rtsp,
  change: description(change),
})
/** Another video before or behind the one that plays. */
const other_video = 'm=video 0 RTP/AVP 97\r\na=rtpmap:97 H264/90000\r\na=control:trackID=2\r\n'

const follows = 'goes there, and signs in again'
const opens_it = 'opens the stream'
const tries_both = 'tries the other form of the address'
const reads_it = 'reads the description'

export const rtsp_place_quirks: readonly Quirk[] = [
  stream({
    id: 'leads-to-another-path',
    reports: ['AlexxIT/go2rtc#1480', 'androidx/media#2282'],
    wire: 'leads to another path of its own by 302',
    shown: follows,
    rtsp: { lead: (uri) => (uri.endsWith('/main') ? uri.replace('/main', '/moved?id=1') : undefined) },
  }),
  stream({
    id: 'leads-to-another-port',
    reports: ['AlexxIT/go2rtc#1881', 'AlexxIT/go2rtc#565'],
    wire: 'leads to another port of its own by 302',
    shown: follows,
    rtsp: {
      lead: (uri, second) =>
        uri.endsWith('/main') ? uri.replace(/:\d+\/main/, `:${second}/moved`) : undefined,
    },
  }),
  stream({
    id: 'leads-by-a-path-alone',
    reports: ['AlexxIT/go2rtc#1480', 'meetecho/janus-gateway#2195'],
    wire: 'leads to another path of its own, and leaves the host out',
    shown: follows,
    rtsp: { lead: (uri) => (uri.endsWith('/main') ? '/moved' : undefined) },
  }),
  stream(
    {
      id: 'leads-in-a-circle',
      reports: ['google/ExoPlayer#9589'],
      wire: 'leads on from every address',
      shown: 'goes there three times, and fails at the stream',
      rtsp: { lead: (uri) => `${uri}x` },
    },
    failed(),
  ),
  stream(
    {
      id: 'leads-to-another-host',
      reports: ['meetecho/janus-gateway#2195', 'deepch/RTSPtoWeb#426'],
      wire: 'leads to another host',
      shown: 'opens no connection to that host, and fails at the stream',
      rtsp: { lead: () => 'rtsp://127.0.0.9:554/main' },
    },
    failed(),
  ),
  stream(
    {
      id: 'too-many-requests',
      reports: ['keshavdv/unifi-cam-proxy#193', 'Tedyst/HikLoad#4'],
      wire: 'answers 429 while others have all of its sessions',
      shown: 'names the limit of sessions, and no fault of the camera',
      rtsp: { refuse: (method) => (method === 'DESCRIBE' ? '429 Too Many Requests' : undefined) },
    },
    failed('session_limit'),
  ),
  stream({
    id: 'play-without-a-slash',
    reports: [
      'alexeyvasilyev/rtsp-client-android#9',
      'meetecho/janus-gateway#575',
      'revmischa/rtsp-server#37',
    ],
    wire: 'answers 405 to PLAY at its base address, which ends in a slash',
    shown: tries_both,
    rtsp: at({ PLAY: '/main' }, '405 Method Not Allowed'),
  }),
  stream({
    id: 'play-with-a-slash',
    reports: ['alexeyvasilyev/rtsp-client-android#9'],
    wire: 'names a base address without a slash, and takes PLAY at the one with a slash',
    shown: tries_both,
    rtsp: { ...at({ PLAY: '/main/' }, '454 Session Not Found'), change: names((url) => url) },
  }),
  stream({
    id: 'play-of-the-track-alone',
    reports: ['ireader/media-server#369', 'mbullington/yellowstone#33'],
    wire: 'answers 459 to PLAY at the address of the whole, and takes it at that of the track',
    shown: 'plays the track',
    rtsp: at({ PLAY: '/main/trackID=1' }, '459 Aggregate Operation Not Allowed'),
  }),
  stream({
    id: 'track-without-a-name',
    reports: ['rayryeng/RTSPTest#4', 'alexeyvasilyev/rtsp-client-android#48'],
    wire: 'has no control address for its track but "*", and takes SETUP at the address of the stream',
    shown: opens_it,
    rtsp: { ...at({ SETUP: '/main' }), change: names((url) => url, '*') },
  }),
  stream({
    id: 'track-behind-the-query',
    reports: ['AxisCommunications/media-stream-library-js#646', 'bluenviron/gortsplib#121'],
    wire: 'takes SETUP at its base address, the query included, with the name of the track behind it',
    shown: opens_it,
    rtsp: {
      ...at({ SETUP: '/1?mode=Live&follow=0/track1' }),
      change: names((url) => url.replace('/main', '/1?mode=Live&follow=0/'), 'track1'),
    },
  }),
  stream({
    id: 'track-instead-of-the-last-part',
    reports: ['OvenMediaLabs/OvenMediaEngine#1245'],
    wire: 'names a base without a slash, and takes SETUP as the standard resolves the name of the track',
    shown: tries_both,
    rtsp: { ...at({ SETUP: '/trackID=1' }), change: names((url) => url) },
  }),
  stream({
    id: 'track-with-a-slash',
    reports: ['AlexxIT/go2rtc#1236', 'bluenviron/mediamtx#3517'],
    wire: 'begins the name of its track by a slash, and answers 404 if two stand there',
    shown: opens_it,
    rtsp: {
      ...at({ SETUP: '/media/1/video/1' }),
      change: names((url) => url.replace('/main', '/'), '/media/1/video/1'),
    },
  }),
  stream({
    id: 'base-address-with-two-schemes',
    reports: ['AlexxIT/go2rtc#830'],
    wire: 'writes "rtsp://" twice before its base address',
    shown: opens_it,
    rtsp: { ...at({ SETUP: '/main/trackID=1' }), change: names((url) => `rtsp://${url}/`) },
  }),
  stream({
    id: 'base-address-without-a-host',
    reports: ['pedroSG94/RTSP-Server#108', 'bluenviron/mediamtx#825'],
    wire: 'gives the path of its base address alone',
    shown: 'puts in the host and the port that were typed',
    rtsp: { ...at({ SETUP: '/main/trackID=1' }), change: names(() => '/main/') },
  }),
  stream({
    id: 'description-with-blanks',
    reports: ['bluenviron/mediamtx#127', 'AlexxIT/go2rtc#1663'],
    wire: 'puts spaces and tabs around the fields of its description, and ends its lines by a line feed',
    shown: reads_it,
    rtsp: described(
      (sdp) => sdp.replaceAll(/^(\w)=(.*)\r\n/gm, ' $1 = $2\t\n'),
      at({ SETUP: '/main/trackID=1' }),
    ),
  }),
  stream({
    id: 'description-without-a-length',
    reports: ['AlexxIT/go2rtc#679'],
    wire: 'gives no length of its description',
    shown: reads_it,
    rtsp: { change: answersTo('DESCRIBE', (answer) => answer.replace(/^Content-Length: .*\r\n/m, '')) },
  }),
  stream({
    id: 'first-video-that-is-off',
    reports: ['baresip/re#134', 'pjsip/pjproject#3237'],
    wire: 'describes a video that is inactive before the one that plays',
    shown: 'opens the one that plays',
    rtsp: described(
      (sdp) => sdp.replace('m=video', `${other_video}a=inactive\r\nm=video`),
      at({ SETUP: '/main/trackID=1' }),
    ),
  }),
  stream({
    id: 'frames-before-the-answer',
    reports: ['membraneframework/membrane_rtsp#54', 'scottlamb/retina#46'],
    wire: 'sends its first frames before it answers to PLAY',
    shown: 'keeps them until the answer, and begins by them',
    rtsp: { plays_first: true },
  }),
  stream({
    id: 'requests-of-the-camera',
    reports: ['bluenviron/gortsplib#56', 'onvif/specs#310'],
    wire: 'sends requests of its own before an answer: OPTIONS, SET_PARAMETER and ANNOUNCE',
    shown: 'answers them, and goes on',
    rtsp: {
      change: answersTo('PLAY', (answer) => {
        const asked = ['OPTIONS', 'SET_PARAMETER', 'ANNOUNCE'].map(
          (method, at) => `${method} rtsp://192.0.2.9/ RTSP/1.0\r\nCSeq: ${at + 1}\r\n\r\n`,
        )
        return asked.join('') + answer
      }),
    },
  }),
  stream({
    id: 'session-with-spaces',
    reports: ['AxisCommunications/media-stream-library-js#235', 'scottlamb/retina#136'],
    wire: 'puts spaces around the time of its session, which is a second, and refuses GET_PARAMETER by 454',
    shown: 'keeps the session by OPTIONS',
    rtsp: {
      change: (answer) => answer.replace(/^Session: (\w+);timeout=60/m, 'Session: $1 ; timeout = 1'),
      refuse: (method) => (method === 'GET_PARAMETER' ? '454 Session Not Found' : undefined),
    },
  }),
]
