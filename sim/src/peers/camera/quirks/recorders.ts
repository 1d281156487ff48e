/** Quirks of devices with many profiles: recorders, and cameras with several encodings. */
import type { Quirk } from './quirk.ts'
import { listed, two_lenses } from './media.ts'

/** The rules of its analytics, as recorders list them in each profile. */
const rules = (bytes: number): string =>
  `<tt:VideoAnalyticsConfiguration token="va"><tt:Name>${'rule '.repeat(bytes / 5)}</tt:Name>` +
  '</tt:VideoAnalyticsConfiguration>'

export const recorder_quirks: readonly Quirk[] = [
  {
    id: 'channel-without-a-camera',
    area: 'media',
    reports: ['onvif/specs#470', 'rroller/dahua#646'],
    wire: 'is a recorder whose first channel has no camera, and gives no picture',
    shown: 'lists its channels all the same, and offers the first one with a picture',
    peer: {
      sources: two_lenses,
      wire: {
        http: (request, response) => {
          if (request.url !== '/snapshot.jpg') return false
          response.writeHead(400).end()
          return true
        },
        rtsp: {
          refuse: (method, uri) =>
            method === 'DESCRIBE' && /\/(main|sub)$/.test(uri) ? '404 Not Found' : undefined,
        },
      },
    },
    ffmpeg: true,
    outcome: {
      report: { source_token: 'tele', stream_url_main: '/main2', sources: listed(two_lenses) },
    },
  },
  {
    id: 'long-list-of-profiles',
    area: 'media',
    reports: ['onvif/specs#225'],
    wire: 'lists the rules of its analytics in each profile, which makes two million bytes',
    shown: 'reads the profiles',
    peer: {
      wire: {
        answers: {
          GetProfiles: (content) =>
            content.replaceAll('</trt:Profiles>', `${rules(1_000_000)}</trt:Profiles>`),
        },
      },
    },
    outcome: { report: { width: 1920, stream_url_main: '/main', stream_url_sub: '/sub' } },
  },
  {
    id: 'jpeg-before-video',
    area: 'media',
    reports: ['home-assistant/home-assistant.io#41570', 'agsh/onvif#233'],
    wire: 'lists a profile of JPEG before one of H.264 that is as large',
    shown: 'takes H.264 for the main stream: the live view plays no JPEG',
    peer: {
      wire: {
        answers: {
          GetProfiles: (content) =>
            content.replace('H264<', 'JPEG<').replace('>640<', '>1920<').replace('>360<', '>1080<'),
        },
      },
    },
    outcome: { report: { codec: 'H.264', stream_url_main: '/sub', stream_url_sub: '/main' } },
  },
]
