/** Quirks of the addresses that a camera reports: of its services, streams and pictures. */
import { Fault } from '../soap.ts'
import type { Quirk } from './quirk.ts'
import type { Wire } from '../wire.ts'

/** Changes the address in the answer to this action; `port` is that of the address. */
const reported = (action: string, change: (url: string, port: string) => string): Wire => ({
  answers: {
    [action]: (content) =>
      content.replace(
        /((?:Uri|XAddr)>)((?:http|rtsp):[^<]*)/g,
        (_, tag: string, url: string) => tag + change(url, /:(\d+)\//.exec(url)?.[1] ?? ''),
      ),
  },
})

export const address_quirks: readonly Quirk[] = [
  {
    id: 'services-without-a-host',
    area: 'device',
    reports: ['agsh/onvif#231'],
    wire: 'leaves the host out of the addresses of its services, as in "http:///onvif/media_service"',
    shown: 'puts in the host and the port that were typed',
    peer: {
      ptz: true,
      wire: reported('GetServices', (url) => url.replace(/\/\/[^/]+/, '//')),
    },
    outcome: { report: { width: 1920, ptz_supported: true }, ptz: { pan_tilt: true } },
  },
  {
    id: 'services-at-any-address',
    area: 'device',
    reports: ['roleoroleo/yi-hack-MStar#148', 'EliasKotlyar/Xiaomi-Dafang-Hacks#1752'],
    wire: 'names an address of no network, such as 127.0.0.1 or 0.0.0.0, for its services',
    shown: 'asks the host that was typed',
    peer: {
      ptz: true,
      wire: reported('GetServices', (url) => url.replace('127.0.0.1', '0.0.0.0')),
    },
    outcome: { report: { width: 1920, ptz_supported: true }, ptz: { pan_tilt: true } },
  },
  {
    id: 'services-at-the-usual-port',
    area: 'device',
    reports: ['koush/scrypted#354', 'home-assistant/core#34218'],
    wire: 'is behind a router, and names the port that it has itself for its services',
    shown: 'tries the usual paths at the port that was typed',
    peer: {
      ptz: true,
      wire: reported('GetServices', (url, port) => url.replace(port, '9')),
    },
    outcome: { report: { width: 1920, ptz_supported: true }, ptz: { pan_tilt: true } },
  },
  {
    id: 'addresses-with-a-zone',
    area: 'media',
    reports: ['evercam/evercam-discovery-java#22', 'whatwg/url#392'],
    wire: 'names its link-local IPv6 address with a zone in the addresses of streams and pictures',
    shown: 'replaces the host by the one that was typed',
    peer: {
      wire: {
        answers: {
          ...reported('GetStreamUri', (url) => url.replace('127.0.0.1', '[fe80::1%eth0]')).answers,
          ...reported('GetSnapshotUri', (url) => url.replace('127.0.0.1', '[fe80::1%25eth0]')).answers,
        },
      },
    },
    outcome: { report: { stream_url_main: 'rtsp://127.0.0.1:', frame_url: 'http://127.0.0.1:', stills: '' } },
  },
  {
    id: 'stream-at-any-address',
    area: 'media',
    reports: ['BigTonyTones/Tonys-Onvf-RTSP-Server#12', 'KoynovStas/onvif_srvd#27'],
    wire: 'names 0.0.0.0 as the host of its streams',
    shown: 'opens the host that was typed',
    peer: { wire: reported('GetStreamUri', (url) => url.replace('127.0.0.1', '0.0.0.0')) },
    outcome: { report: { stream_url_main: 'rtsp://127.0.0.1:', stream_url_sub: '/sub' } },
  },
  {
    id: 'stream-without-a-host',
    area: 'media',
    reports: ['agsh/onvif#231'],
    wire: 'leaves the host out of its stream address, and names the port',
    shown: 'puts in the host that was typed',
    peer: { wire: reported('GetStreamUri', (url) => url.replace('127.0.0.1', '')) },
    outcome: { report: { stream_url_main: 'rtsp://127.0.0.1:', stream_url_sub: '/sub' } },
  },
  {
    id: 'stream-address-escaped-twice',
    area: 'media',
    reports: ['openhab/openhab-addons#15707'],
    wire: 'escapes the signs between the values of its stream address twice',
    shown: 'reads the signs',
    peer: {
      wire: reported('GetStreamUri', (url) => `${url}?channel=1&amp;amp;subtype=0&amp;amp;unicast=true`),
    },
    outcome: { report: { stream_url_main: '/main?channel=1&subtype=0&unicast=true' } },
  },
  {
    id: 'stream-address-not-escaped',
    area: 'media',
    reports: ['openhab/openhab-addons#15707'],
    wire: 'does not escape the signs between the values of its stream address',
    shown: 'reads the signs',
    peer: { wire: reported('GetStreamUri', (url) => `${url}?channel=1&subtype=0&unicast=true`) },
    outcome: { report: { stream_url_main: '/main?channel=1&subtype=0&unicast=true' } },
  },
  {
    id: 'stream-setup-of-the-media-service-alone',
    area: 'media',
    reports: ['cdavis-code/easy_onvif_workspace#72', 'cdavis-code/easy_onvif_workspace#36'],
    wire: 'refuses a request for a stream whose elements are not of the namespaces of the specification',
    shown: 'asks as the specification says',
    peer: {
      wire: {
        answers: {
          GetStreamUri: (content, _, request) => {
            const [setup, profile] = request.children
            const parts = setup?.children.map(({ name, namespace }) => `${name} ${namespace}`)
            const schema = 'http://www.onvif.org/ver10/schema'
            const isRight =
              setup?.namespace === request.namespace &&
              profile?.namespace === request.namespace &&
              parts?.join() === `Stream ${schema},Transport ${schema}`
            if (!isRight)
              throw new Fault(500, 'Sender', ['ter:InvalidArgs'], 'Validation constraint violation')
            return content
          },
        },
      },
    },
    outcome: { report: { stream_url_main: '/main' } },
  },
  {
    id: 'picture-at-any-address',
    area: 'snapshot',
    reports: ['roleoroleo/yi-hack-MStar#148', 'p10tyr/rtsp-to-onvif#37'],
    wire: 'names 0.0.0.0 as the host of its pictures',
    shown: 'takes the pictures from the host that was typed',
    peer: { wire: reported('GetSnapshotUri', (url) => url.replace('127.0.0.1', '0.0.0.0')) },
    outcome: { report: { stills: '', frame_url: 'http://127.0.0.1:' } },
  },
  {
    id: 'picture-without-a-host',
    area: 'snapshot',
    reports: ['agsh/onvif#231'],
    wire: 'gives the path of its pictures alone',
    shown: 'puts in the host and the port that were typed',
    peer: { wire: reported('GetSnapshotUri', (url) => url.replace(/http:\/\/[^/]+/, '')) },
    outcome: { report: { stills: '', frame_url: 'http://127.0.0.1:' } },
  },
  {
    id: 'picture-address-escaped-twice',
    area: 'snapshot',
    reports: ['openhab/openhab-addons#15707'],
    wire: 'escapes the signs between the values of its picture address twice',
    shown: 'reads the signs',
    peer: { wire: reported('GetSnapshotUri', (url) => `${url}?chn=0&amp;amp;u=a&amp;amp;q=0`) },
    outcome: { report: { stills: '', frame_url: '/snapshot.jpg?chn=0&u=a&q=0' } },
  },
  {
    id: 'credentials-in-the-picture-address',
    area: 'snapshot',
    reports: ['spupuz/VibeNVR#55', 'evercam/evercam-server#252'],
    wire: 'puts user name and password into its picture address',
    shown: 'stores and shows the address without them, and signs in',
    peer: { wire: reported('GetSnapshotUri', (url) => url.replace('//', '//admin:Street%232026@')) },
    outcome: { report: { stills: '', frame_url: 'http://127.0.0.1:' } },
  },
  {
    id: 'picture-port-behind-a-router',
    area: 'snapshot',
    reports: ['openvideolibs/python-onvif-zeep-async#167', 'koush/scrypted#354'],
    wire: 'is behind a router that does not forward the port of its pictures',
    shown: 'takes the pictures from the stream, and says why: no answer',
    ffmpeg: true,
    peer: { wire: reported('GetSnapshotUri', (url, port) => url.replace(port, '9')) },
    outcome: {
      report: { stills: 'no_answer', frame_url: '/snapshot.jpg' },
      camera: { stills: 'no_answer', frame_url: '/snapshot.jpg' },
    },
  },
]
