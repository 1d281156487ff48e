/** Quirks of Media2 beside Media. Long because every quirk is a row. */
import { Fault, find, invalidArgument, notSupported } from '../soap.ts'
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
  {
    id: 'media2-by-another-protocol',
    area: 'media2',
    reports: ['cdavis-code/easy_onvif_workspace#39', 'edgexfoundry/device-onvif-camera#485'],
    wire: 'knows the protocol RtspUnicast alone, and answers with a MediaUri as Media does',
    shown: 'asks for each protocol in turn, and reads either form',
    peer: {
      media: 'two',
      wire: {
        answers: {
          GetStreamUri: (content, _, request) => {
            if (find(request, 'Protocol')?.text !== 'RtspUnicast')
              throw invalidArgument('InvalidStreamSetup', 'No such protocol')
            return `<tr2:MediaUri>${content}</tr2:MediaUri>`
          },
          GetSnapshotUri: (content) => content.replaceAll('tr2:Uri', 'tr2:MediaUri'),
        },
      },
    },
    outcome: { report: { stream_url_main: '/main', stream_url_sub: '/sub', stills: '' } },
  },
  {
    id: 'media2-in-the-extension',
    area: 'media2',
    reports: ['agsh/onvif#187', 'GuilhermeC18/node-onvif#78'],
    wire: 'knows no GetServices, and lists Media2 in the extension of its capabilities alone',
    shown: 'finds Media2 there',
    peer: {
      media: 'two',
      services: 'capabilities',
      encoding: 'H265',
      wire: {
        answers: {
          GetCapabilities: (content, camera) => {
            const xaddr = `http://127.0.0.1:${camera.port()}/onvif/media2_service`
            const media2 = `<tt:Media2><tt:XAddr>${xaddr}</tt:XAddr></tt:Media2>`
            return content.replace('</tds:Cap', `<tt:Extension>${media2}</tt:Extension></tds:Cap`)
          },
        },
      },
    },
    outcome: { report: { codec: 'H.265', stream_url_main: '/main' } },
  },
  {
    id: 'lenses-without-a-source',
    area: 'media',
    reports: ['agsh/onvif#287', 'agsh/onvif#369'],
    wire: 'names no video source of its two lenses, and a configuration for each lens',
    shown: 'takes each configuration for a lens',
    peer: {
      sources: two_lenses,
      wire: {
        answers: {
          GetProfiles: (content) => content.replaceAll(/<tt:SourceToken>.*?<\/tt:SourceToken>/gs, ''),
        },
      },
    },
    outcome: {
      report: {
        source_token: 'src',
        stream_url_main: '/main',
        stream_url_sub: '/sub',
        sources: listed([{ token: 'src' }, { token: 'src2' }]),
      },
    },
  },
  {
    id: 'media-with-the-form-of-media2',
    area: 'media',
    reports: ['OpenIPC/viewer#65'],
    wire: 'answers by Media with a bare Uri, and knows no protocol but UDP',
    shown: 'asks for each protocol in turn, and reads either form',
    peer: {
      wire: {
        answers: {
          GetStreamUri: (content, _, request) => {
            if (find(request, 'Protocol')?.text !== 'UDP')
              throw invalidArgument('InvalidStreamSetup', 'No such protocol')
            return /<tt:Uri>.*?<\/tt:Uri>/.exec(content)![0]
          },
        },
      },
    },
    outcome: { report: { stream_url_main: '/main', stream_url_sub: '/sub' } },
  },
]
