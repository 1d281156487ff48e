/**
 * Quirks of descriptions and heads of RTSP: what players accept of a camera, the relay accepts. Long because
 * every quirk is a row.
 */
import type { Quirk } from './quirk.ts'
import { answersTo, description, stream } from './rtsp.ts'

const reads_it = 'reads the description'
const opens_it = 'opens the stream'

export const rtsp_head_quirks: readonly Quirk[] = [
  stream({
    id: 'setup-without-a-transport',
    reports: ['bluenviron/gortsplib#456'],
    wire: 'names no transport in its answer to SETUP',
    shown: 'takes the transport that it asked for',
    rtsp: { change: answersTo('SETUP', (answer) => answer.replace(/^Transport: .*\r\n/m, '')) },
  }),
  stream({
    id: 'transport-in-another-order',
    reports: ['scottlamb/retina#120', 'bluenviron/mediamtx#19'],
    wire: 'names the source of its packets before the channels, and no cast',
    shown: opens_it,
    rtsp: {
      change: answersTo('SETUP', (answer) =>
        answer.replace(/^Transport: .*(interleaved=\S+)/m, 'Transport: RTP/AVP/TCP;ssrc=22345684;$1'),
      ),
    },
  }),
  stream({
    id: 'channels-of-its-own',
    reports: ['bluenviron/gortsplib#72', 'bluenviron/mediamtx#19'],
    wire: 'sends its pictures on other channels than those that were asked for',
    shown: 'takes the channels that the camera names',
    rtsp: { channel: 8 },
  }),
  stream({
    id: 'session-without-a-time',
    reports: ['AxisCommunications/media-stream-library-js#235', 'androidx/media#357'],
    wire: 'gives no time of its session, and puts spaces before its number',
    shown: 'keeps the session as if its time were a minute',
    rtsp: { change: (answer) => answer.replace(/^Session: (\w+).*$/m, 'Session:       $1') },
  }),
  stream({
    id: 'answers-without-a-number-field',
    reports: ['pedroSG94/RTSP-Server#17', 'AlexxIT/go2rtc#7'],
    wire: 'leaves the number of the request out of its answers',
    shown: 'takes the answers in the order of the requests',
    rtsp: { change: (answer) => answer.replace(/^CSeq: .*\r\n/m, '') },
  }),
  stream({
    id: 'description-without-a-type',
    reports: ['google/ExoPlayer#10919'],
    wire: 'names no type of its description',
    shown: reads_it,
    rtsp: { change: answersTo('DESCRIBE', (answer) => answer.replace(/^Content-Type: .*\r\n/m, '')) },
  }),
  stream({
    id: 'base-address-without-a-value',
    reports: ['bluenviron/mediamtx#825', 'kerberos-io/agent#132'],
    wire: 'leaves the base address of its description empty',
    shown: 'takes the address of the stream',
    rtsp: { change: answersTo('DESCRIBE', (answer) => answer.replace(/^(Content-Base:) .*$/m, '$1')) },
  }),
  stream({
    id: 'description-of-three-lines',
    reports: ['AlexxIT/go2rtc#679', 'AlexxIT/go2rtc#2245', 'Streamedian/html5_rtsp_player#107'],
    wire: 'describes its stream by three lines, without a version, and without parameter sets',
    shown: reads_it,
    rtsp: {
      change: description((sdp) => sdp.match(/^(m=|a=rtpmap:|a=control:trackID).*\r\n/gm)!.join('')),
    },
  }),
  stream({
    id: 'description-without-a-last-line-end',
    reports: ['themactep/thingino-firmware#1621'],
    wire: 'leaves out the last line end of its description',
    shown: reads_it,
    rtsp: { change: description((sdp) => sdp.trimEnd()) },
  }),
  stream({
    id: 'description-with-half-an-address',
    reports: ['bluenviron/gortsplib#618', 'AlexxIT/go2rtc#1663', 'bluenviron/mediamtx#85'],
    wire: 'leaves out the addresses of its description',
    shown: 'needs none of them',
    rtsp: {
      change: description((sdp) => sdp.replace(/^o=.*$/m, 'o=- 1001 1 IN ').replace(/^c=.*$/m, 'c=IN ')),
    },
  }),
  stream({
    id: 'description-with-words-for-numbers',
    reports: ['bluenviron/mediamtx#127', 'bluenviron/gortsplib#201', 'bluenviron/mediamtx#2708'],
    wire: 'puts spaces into the name of its maker, and negative numbers behind it',
    shown: reads_it,
    rtsp: {
      change: description((sdp) =>
        sdp.replace(/^o=.*$/m, 'o=RTSP Session -8959200248001175080 0 IN IP4 0.0.0.0'),
      ),
    },
  }),
  stream({
    id: 'description-with-a-negative-port',
    reports: ['AlexxIT/go2rtc#2316'],
    wire: 'names a negative port, and bytes for an address',
    shown: reads_it,
    rtsp: {
      change: description((sdp) =>
        sdp.replace('m=video 0', 'm=video -1353744643').replace(/^c=.*$/m, "c=IN IP4 '&~~"),
      ),
    },
  }),
  stream({
    id: 'parameter-sets-that-are-none',
    reports: ['scottlamb/retina#42', 'scottlamb/retina#68', 'scottlamb/retina#103'],
    wire: 'gives parameter sets in its description that are none',
    shown: 'takes those of the stream',
    rtsp: {
      change: description((sdp) =>
        sdp
          .replace(/profile-level-id=\w+/, 'profile-level-id=TQAf')
          .replace(/(sprop-parameter-sets=).*/, '$16ekAH52oFAFum4A=,,'),
      ),
    },
  }),
  stream({
    id: 'two-videos-in-one-description',
    reports: ['bluenviron/mediamtx#423', 'mpromonet/webrtc-streamer#138'],
    wire: 'describes a second, smaller video behind the first',
    shown: 'opens the first one alone',
    rtsp: {
      change: description(
        (sdp) => `${sdp}m=video 0 RTP/AVP 97\r\na=rtpmap:97 H264/90000\r\na=control:trackID=2\r\n`,
      ),
    },
  }),
]
