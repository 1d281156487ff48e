/**
 * Quirks of the media services: sources, profiles, encoders, addresses of streams. Long because every
 * quirk is a row.
 */
import { notSupported } from '../soap.ts'
import type { Quirk } from './quirk.ts'

/** Two lenses of one device. */
export const two_lenses = [
  { token: 'wide', name: 'Wide', main: { width: 2560, height: 1440 } },
  { token: 'tele', name: 'Tele', main: { width: 2880, height: 1620 } },
]
const channels = [3, 1, 2].map((channel) => ({
  token: `VideoSource_${channel}`,
  name: `Channel ${channel}`,
  main: { width: 1920, height: 1080 + channel * 8 },
}))
const sixteen = Array.from({ length: 16 }, (_, at) => ({
  token: `ch${at + 1}`,
  name: 'CAMERA',
  main: { width: 1280, height: 720 },
}))
/** The profiles of an answer in another order. */
const reversed = (content: string): string =>
  content
    .split(/(?=<t[r2t]+:Profiles )/)
    .toReversed()
    .join('')
/** The sources as the console lists them. */
export const listed = (sources: readonly { token: string }[]) =>
  sources.map(({ token }) => ({ source_token: token, known: false }))

export const media_quirks: readonly Quirk[] = [
  {
    id: 'two-lenses',
    area: 'media',
    reports: ['agsh/onvif#328', 'roflcoopter/viseron#1005', 'AlexxIT/go2rtc#2463'],
    wire: 'serves two lenses at one address; the second has the larger picture',
    shown: 'offers both with a picture each; main and sub stream are of the same lens',
    peer: { sources: two_lenses, ptz: true },
    outcome: {
      report: {
        source_token: 'wide',
        width: 2560,
        ptz_supported: true,
        stream_url_main: '/main',
        stream_url_sub: '/sub',
        sources: listed(two_lenses),
      },
      synced: { changes: [] },
      ptz: { pan_tilt: true },
    },
  },
  {
    id: 'second-lens',
    area: 'media',
    reports: ['agsh/onvif#328', 'roflcoopter/viseron#1005'],
    wire: 'has a motor for its first lens alone, and the second lens is added',
    shown: 'adds the second lens with its own streams and picture address, without a motor',
    peer: { sources: two_lenses, ptz: true },
    form: { source_token: 'tele' },
    outcome: {
      report: {
        source_token: 'tele',
        width: 2880,
        ptz_supported: false,
        frame_url: '?source=tele',
        stream_url_main: '/main2',
        stream_url_sub: '/sub2',
      },
      camera: { source_token: 'tele', camera_sn: 'SN-0001-2', ptz_supported: false },
    },
  },
  {
    id: 'recorder-in-its-own-order',
    area: 'media',
    reports: ['onvif/specs#164', 'agsh/onvif#369'],
    wire: 'is a recorder that lists its channels in an order of its own',
    shown: 'lists the channels in that order, and takes none for the sub stream of another',
    peer: { sources: channels },
    form: { source_token: 'VideoSource_1' },
    outcome: {
      report: {
        source_token: 'VideoSource_1',
        height: 1088,
        stream_url_main: '/main2',
        stream_url_sub: '/sub2',
        sources: listed(channels),
      },
    },
  },
  {
    id: 'recorder-with-sixteen-channels',
    area: 'media',
    reports: ['agsh/onvif#369'],
    wire: 'is a recorder of sixteen channels, which all have one name',
    shown: 'lists all of them with a picture each, and adds the last one as it is',
    peer: { sources: sixteen },
    form: { source_token: 'ch16' },
    outcome: {
      report: { source_token: 'ch16', width: 1280, stream_url_sub: '/sub16', sources: listed(sixteen) },
    },
  },
  {
    id: 'source-that-is-not-there',
    area: 'media',
    reports: ['agsh/onvif#369'],
    wire: 'no longer lists a channel',
    shown: 'names the missing video source, and takes no other one in its place',
    peer: { sources: channels },
    form: { source_token: 'VideoSource_9' },
    outcome: { failed: { step: 'profile', reason: 'source_gone' } },
  },
  {
    id: 'one-picture-address-for-all-lenses',
    area: 'media',
    reports: ['agsh/onvif#328'],
    wire: 'gives the same picture address for both lenses',
    shown: 'takes the pictures from the stream of the lens, and says why',
    peer: {
      sources: two_lenses,
      wire: { answers: { GetSnapshotUri: (content) => content.replace(/\?source=\w+/, '') } },
    },
    ffmpeg: true,
    outcome: {
      report: { stills: 'shared', frame_url: '' },
      camera: { stills: 'shared', frame_url: '' },
    },
  },
  {
    id: 'sub-stream-first',
    area: 'media',
    reports: ['roleoroleo/onvif_simple_server#66', 'koush/scrypted#29'],
    wire: 'lists its profiles from the smallest to the largest',
    shown: 'takes the largest picture for the main stream',
    peer: { wire: { answers: { GetProfiles: reversed } } },
    outcome: { report: { width: 1920, stream_url_main: '/main', stream_url_sub: '/sub' } },
  },
  {
    id: 'profile-of-the-microphone',
    area: 'media',
    reports: ['home-assistant/core#33093'],
    wire: 'lists a profile for the sound alone',
    shown: 'takes no profile without a picture for the sub stream',
    peer: { second_profile: 'audio' },
    outcome: { report: { width: 1920, stream_url_sub: '' } },
  },
  {
    id: 'view-of-a-part',
    area: 'media',
    reports: ['onvif/specs#230', 'onvif/specs#128'],
    wire: 'has a second profile that shows a part of the same source',
    shown: 'takes no stream for the sub stream that shows something else than the main stream',
    peer: {
      wire: {
        answers: {
          GetProfiles: (content) =>
            content.replace(
              /(token="sub".*?)token="src"(.*?)width="1920" height="1080"/s,
              '$1token="crop"$2width="640" height="360"',
            ),
        },
      },
    },
    outcome: { report: { stream_url_main: '/main', stream_url_sub: '' } },
  },
  {
    id: 'profiles-without-a-source',
    area: 'media',
    reports: ['cdavis-code/easy_onvif_workspace#20'],
    wire: 'names no video source in its profiles',
    shown: 'treats the device as one source',
    peer: {
      wire: {
        answers: {
          GetProfiles: (content) =>
            content.replaceAll(/<tt:VideoSourceConfiguration.*?<\/tt:VideoSourceConfiguration>/gs, ''),
        },
      },
    },
    outcome: { report: { source_token: '', stream_url_main: '/main', stream_url_sub: '/sub' } },
  },
  {
    id: 'profiles-without-a-size',
    area: 'media',
    reports: ['cdavis-code/easy_onvif_workspace#20'],
    wire: 'reports no size of its streams',
    shown: 'takes the size of the picture, and the first two profiles',
    peer: {
      wire: {
        answers: {
          GetProfiles: (content) => content.replaceAll(/<tt:Resolution>.*?<\/tt:Resolution>/gs, ''),
        },
      },
    },
    outcome: { report: { width: 640, height: 360, stream_url_main: '/main', stream_url_sub: '/sub' } },
  },
  {
    id: 'profiles-with-unknown-encoding',
    area: 'media',
    reports: ['sr99622/libonvif#113'],
    wire: 'names an encoding that is in no specification',
    shown: 'shows it as the camera names it',
    peer: {
      wire: { answers: { GetProfiles: (content) => content.replaceAll('H264<', 'X-SMART<') } },
    },
    outcome: { report: { codec: 'X-SMART' } },
  },
  {
    id: 'no-profile',
    area: 'media',
    reports: ['roleoroleo/yi-hack-MStar#47'],
    wire: 'lists no profile',
    shown: 'fails at the video profiles',
    peer: { fault: 'no_profile' },
    outcome: { failed: { step: 'profile' } },
  },
  {
    id: 'no-stream-address',
    area: 'media',
    reports: ['doitandbedone/ispyagentdvr-docker#109'],
    wire: 'refuses to give a stream address',
    shown: 'fails at the stream',
    peer: { fault: 'no_stream' },
    outcome: { failed: { step: 'stream' } },
  },
  {
    id: 'sub-stream-refused',
    area: 'media',
    reports: ['roleoroleo/yi-hack-Allwinner-v2#604'],
    wire: 'gives the address of its main stream alone',
    shown: 'goes without a sub stream',
    peer: {
      wire: {
        answers: {
          GetStreamUri: (content) => {
            if (content.includes('/sub')) throw notSupported('GetStreamUri')
            return content
          },
        },
      },
    },
    outcome: { report: { stream_url_main: '/main', stream_url_sub: '' } },
  },
  {
    id: 'stream-address-with-an-inner-host',
    area: 'media',
    reports: ['FalkTannhaeuser/python-onvif-zeep#61', 'blakeblackshear/frigate#18352'],
    wire: 'is behind a router, and names its inner host in every address',
    shown: 'replaces the host by the one that was typed',
    peer: { inner: { host: '192.168.77.31', port: 80 }, ptz: true },
    outcome: {
      report: { stream_url_main: 'rtsp://127.0.0.1:', frame_url: 'http://127.0.0.1:' },
      ptz: { pan_tilt: true },
    },
  },
  {
    id: 'stream-port-behind-a-router',
    area: 'media',
    reports: ['agsh/onvif#41', 'agsh/onvif#170', 'home-assistant/core#36523'],
    wire: 'is behind a router that forwards another RTSP port than the camera names',
    shown: 'takes the address that a user types, and keeps it when the camera is measured again',
    peer: {},
    form: { stream_url_main: 'rtsp://127.0.0.1:15554/main', stream_url_sub: 'rtsp://127.0.0.1:15554/sub' },
    outcome: {
      report: {
        stream_url_main: 'rtsp://127.0.0.1:15554/main',
        stream_url_sub: 'rtsp://127.0.0.1:15554/sub',
      },
      camera: { urls_typed: true, stream_url_main: 'rtsp://127.0.0.1:15554/main' },
    },
  },
  {
    id: 'credentials-in-the-stream-address',
    area: 'media',
    reports: ['spupuz/VibeNVR#55'],
    wire: 'puts user name and password into its stream address',
    shown: 'stores and shows the address without them',
    peer: {
      wire: {
        answers: { GetStreamUri: (content) => content.replace('rtsp://', 'rtsp://admin:Street%232026@') },
      },
    },
    outcome: { report: { stream_url_main: 'rtsp://127.0.0.1:' } },
  },
  {
    id: 'password-that-breaks-the-stream-address',
    area: 'media',
    reports: ['home-assistant/core#43047', 'AlexxIT/go2rtc#703'],
    wire: 'puts a password with signs of addresses into its stream address as it is',
    shown: 'stores and shows the address without it',
    peer: {
      wire: {
        answers: { GetStreamUri: (content) => content.replace('rtsp://', 'rtsp://admin:/Str?e#et@2026@') },
      },
    },
    outcome: { report: { stream_url_main: 'rtsp://127.0.0.1:' } },
  },
  {
    id: 'media-service-elsewhere',
    area: 'media',
    reports: ['OpenIPC/viewer#67'],
    wire: 'lists an address of the media service at which nothing answers',
    shown: 'tries the usual paths',
    peer: {
      wire: {
        answers: { GetServices: (content) => content.replace('/onvif/media_service', '/onvif-old/media') },
      },
    },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'no-media-service-listed',
    area: 'media',
    reports: ['yingchengpa/python-onvif2-zeep#1'],
    wire: 'lists no media service',
    shown: 'tries the usual paths',
    peer: {
      wire: {
        answers: {
          GetServices: () => '',
          GetCapabilities: () => '<tds:Capabilities></tds:Capabilities>',
        },
      },
    },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'main-stream-without-a-size',
    area: 'media',
    reports: ['cdavis-code/easy_onvif_workspace#20', 'GuilhermeC18/node-onvif#78'],
    wire: 'names neither encoding nor size of its main stream, because Media knows no H.265',
    shown: 'takes it for the main stream all the same, by the size of its source',
    peer: {
      wire: {
        answers: {
          GetProfiles: (content) =>
            reversed(
              content.replace(
                /(token="enc_main">.*?)<tt:Encoding>.*?<\/tt:VideoEncoderConfiguration>/s,
                (_, head) => `${head}</tt:VideoEncoderConfiguration>`,
              ),
            ),
        },
      },
    },
    outcome: { report: { stream_url_main: '/main', stream_url_sub: '/sub', codec: '' } },
  },
  {
    id: 'h265-by-media',
    area: 'media',
    reports: ['use-go/onvif#43'],
    wire: 'names H265 by Media, which knows no such encoding',
    shown: 'shows H.265',
    peer: { wire: { answers: { GetProfiles: (content) => content.replaceAll('H264', 'H265') } } },
    outcome: { report: { codec: 'H.265', stream_url_main: '/main' } },
  },
]
