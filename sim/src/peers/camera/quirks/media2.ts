/** Quirks of Media2 beside Media. */
import { Fault, notSupported } from '../soap.ts'
import { listed, two_lenses } from './media.ts'
import type { Quirk } from './quirk.ts'

export const media2_quirks: readonly Quirk[] = [
  {
    id: 'media2-listed-alone',
    area: 'media2',
    reports: ['Jazea/Onvif.Core#43', 'GuilhermeC18/node-onvif#78'],
    wire: 'has Media2 alone',
    shown: 'reads sources, streams and H.265 by Media2',
    peer: { media: 'two', encoding: 'H265', sources: two_lenses },
    outcome: { report: { codec: 'H.265', source_token: 'wide', sources: listed(two_lenses) } },
  },
  {
    id: 'media2-without-the-list-of-types',
    area: 'media2',
    reports: ['agsh/onvif#187'],
    wire: 'gives bare profiles unless all types are asked for at once',
    shown: 'asks for all types',
    peer: {
      media: 'two',
      wire: {
        answers: {
          GetProfiles: (content, _camera, request) =>
            request.children.some(({ text }) => text === 'All')
              ? content
              : content.replaceAll(/<tr2:Configurations>.*?<\/tr2:Configurations>/gs, ''),
        },
      },
    },
    outcome: { report: { width: 1920, stream_url_sub: '/sub' } },
  },
  {
    id: 'media2-without-sources',
    area: 'media2',
    reports: ['agsh/onvif#187'],
    wire: 'names the video sources by Media alone',
    shown: 'reads the sources by Media and the streams by Media2',
    peer: {
      media: 'both',
      encoding: 'H265',
      sources: two_lenses,
      wire: {
        answers: {
          GetProfiles: (content) => content.replaceAll(/<tr2:VideoSource .*?<\/tr2:VideoSource>/gs, ''),
        },
      },
    },
    form: { source_token: 'tele' },
    outcome: { report: { codec: 'H.265', width: 2880, stream_url_sub: '/sub2' } },
  },
  {
    id: 'media2-not-implemented',
    area: 'media2',
    reports: ['cdavis-code/easy_onvif_workspace#34', 'rvi/ONVIFCamera#4'],
    wire: 'lists Media2 and answers nothing there',
    shown: 'reads the streams by Media',
    peer: {
      media: 'both',
      wire: {
        answers: {
          GetProfiles: (content) => {
            if (content.includes('<tr2:')) throw notSupported('GetProfiles')
            return content
          },
        },
      },
    },
    outcome: { report: { codec: 'H.264', width: 1920 } },
  },
  {
    id: 'media2-without-addresses',
    area: 'media2',
    reports: ['koush/scrypted#1722', 'agsh/onvif#496'],
    wire: 'lists its profiles by Media2, and gives addresses by Media alone',
    shown: 'takes the addresses of Media',
    peer: {
      media: 'both',
      encoding: 'H265',
      wire: {
        answers: {
          GetStreamUri: (content) => {
            if (content.includes('<tr2:')) throw notSupported('GetStreamUri')
            return content
          },
          GetSnapshotUri: (content) => {
            if (content.includes('<tr2:')) throw notSupported('GetSnapshotUri')
            return content
          },
        },
      },
    },
    outcome: { report: { codec: 'H.265', stream_url_main: '/main', stream_url_sub: '/sub', stills: '' } },
  },
  {
    id: 'media2-empty',
    area: 'media2',
    reports: ['rvi/ONVIFCamera#4'],
    wire: 'lists profiles by Media alone',
    shown: 'reads the streams by Media',
    peer: {
      media: 'both',
      wire: { answers: { GetProfiles: (content) => (content.includes('<tr2:') ? '' : content) } },
    },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'media2-service-elsewhere',
    area: 'media2',
    reports: ['OpenIPC/viewer#67'],
    wire: 'lists an address of Media2 at which nothing answers',
    shown: 'reads the streams by Media',
    peer: {
      media: 'both',
      wire: {
        answers: { GetServices: (content) => content.replace('/onvif/media2_service', '/gone/media2') },
      },
    },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'media2-refuses-the-sign-in',
    area: 'media2',
    reports: ['Quedale/OnvifDeviceManager#19'],
    wire: 'refuses the right password at Media2 alone',
    shown: 'fails at the sign-in',
    peer: {
      media: 'both',
      wire: {
        answers: {
          GetProfiles: (content) => {
            if (content.includes('<tr2:')) throw new Fault(400, 'Sender', ['ter:NotAuthorized'], 'No')
            return content
          },
        },
      },
    },
    outcome: { failed: { step: 'signin' } },
  },
]
