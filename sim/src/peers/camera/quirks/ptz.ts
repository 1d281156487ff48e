/** Quirks of the motor and its presets. Long because every quirk is a row. */
import { Fault, find, invalidArgument, notSupported } from '../soap.ts'
import type { Quirk } from './quirk.ts'

const preset = (token: number, name: string): string =>
  `<tptz:Preset token="${token}"><tt:Name>${name}</tt:Name></tptz:Preset>`
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

export const ptz_quirks: readonly Quirk[] = [
  {
    id: 'presets-past-256',
    area: 'ptz',
    reports: ['glikely/obs-ptz#94'],
    wire: 'lists 300 presets, of which the last one alone has a name',
    shown: 'lists all of them, those with a name first',
    peer: {
      ptz: true,
      wire: {
        answers: {
          GetPresets: () =>
            range(1, 300)
              .map((n) => preset(n, n === 300 ? 'Gate' : ''))
              .join(''),
          GetNodes: (content) => content.replace(/(<tt:MaximumNumberOfPresets>)\d+/, '$1300'),
        },
      },
    },
    outcome: {
      ptz: {
        most_presets: 300,
        presets: [
          { preset: '300', name: 'Gate' },
          ...range(1, 299).map((n) => ({ preset: `${n}`, name: '' })),
        ],
      },
    },
  },
  {
    id: 'presets-without-a-number',
    area: 'ptz',
    reports: ['cdavis-code/easy_onvif_workspace#49'],
    wire: 'says that it keeps no presets, and lists some',
    shown: 'lists them',
    peer: {
      ptz: true,
      wire: {
        answers: {
          GetNodes: (content) => content.replace(/(<tt:MaximumNumberOfPresets>)\d+/, '$10'),
          GetPresets: () => preset(1, 'Gate'),
        },
      },
    },
    outcome: { ptz: { most_presets: 0, presets: [{ preset: '1', name: 'Gate' }] } },
  },
  {
    id: 'presets-in-thousands',
    area: 'ptz',
    reports: ['glikely/obs-ptz#94'],
    wire: 'says that it keeps 4,096 presets',
    shown: 'believes it',
    peer: {
      ptz: true,
      wire: {
        answers: { GetNodes: (content) => content.replace(/(<tt:MaximumNumberOfPresets>)\d+/, '$14096') },
      },
    },
    outcome: { ptz: { most_presets: 4096 } },
  },
  {
    id: 'presets-broken',
    area: 'ptz',
    reports: ['cdavis-code/easy_onvif_workspace#49'],
    wire: 'breaks off its list of presets',
    shown: 'turns the camera without presets, and says so',
    peer: { ptz: true, fault: 'bad_presets' },
    outcome: { ptz: { pan_tilt: true, presets: [], presets_failed: true } },
  },
  {
    id: 'motor-service-elsewhere',
    area: 'ptz',
    reports: ['OpenIPC/viewer#67'],
    wire: 'lists an address of the motor at which nothing answers',
    shown: 'tries the usual paths',
    peer: {
      ptz: true,
      wire: { answers: { GetServices: (content) => content.replace('/onvif/ptz_service', '/none/ptz') } },
    },
    outcome: { report: { ptz_supported: true }, ptz: { pan_tilt: true } },
  },
  {
    id: 'motor-without-spaces',
    area: 'ptz',
    reports: ['ant-thomas/zsgx1hacks#19'],
    wire: 'lists no spaces of its motor, and names them in its configuration',
    shown: 'takes those of the configuration',
    peer: {
      ptz: true,
      wire: {
        answers: {
          GetNodes: (content) =>
            content.replaceAll(/<tt:SupportedPTZSpaces>.*?<\/tt:SupportedPTZSpaces>/gs, ''),
        },
      },
    },
    outcome: { ptz: { pan_tilt: true, zoom: true } },
  },
  {
    id: 'motor-without-nodes',
    area: 'ptz',
    reports: ['milg0/onvif-java-lib#20'],
    wire: 'refuses to list the nodes of its motor',
    shown: 'takes the spaces of the configuration',
    peer: {
      ptz: true,
      wire: {
        answers: {
          GetNodes: () => {
            throw notSupported('GetNodes')
          },
        },
      },
    },
    outcome: { ptz: { pan_tilt: true, zoom: true } },
  },
  {
    id: 'motor-without-zoom',
    area: 'ptz',
    reports: ['cdavis-code/easy_onvif_workspace#54'],
    wire: 'has a motor that turns, and no zoom',
    shown: 'offers no zoom',
    peer: {
      ptz: true,
      wire: {
        answers: {
          GetNodes: (content) =>
            content.replace(/<tt:ContinuousZoomVelocitySpace>.*?<\/tt:ContinuousZoomVelocitySpace>/s, ''),
        },
      },
    },
    outcome: { ptz: { pan_tilt: true, zoom: false } },
  },
  {
    id: 'motor-configured-and-not-there',
    area: 'ptz',
    reports: ['cdavis-code/easy_onvif_workspace#54'],
    wire: 'lists a motor in its profiles and has no service for it',
    shown: 'shows no motor',
    peer: {
      ptz: true,
      wire: {
        answers: {
          GetServices: (content) =>
            content.replace(
              /<tds:Service>(?:(?!<\/tds:Service>).)*ptz(?:(?!<\/tds:Service>).)*<\/tds:Service>/s,
              '',
            ),
          GetCapabilities: () => {
            throw notSupported('GetCapabilities')
          },
        },
      },
    },
    outcome: { report: { ptz_supported: false } },
  },
  {
    id: 'zoom-alone',
    area: 'ptz',
    reports: ['blakeblackshear/frigate#8445', 'blakeblackshear/frigate#9222'],
    wire: 'has a zoom and no motor that turns it',
    shown: 'offers the zoom alone',
    peer: {
      ptz: true,
      wire: {
        answers: {
          GetNodes: (content) => content.replaceAll(/<tt:(\w+PanTilt\w+)>.*?<\/tt:\1>/gs, ''),
          ContinuousMove: (content, _, request) => {
            if (find(request, 'PanTilt')) throw invalidArgument('SpaceNotSupported', 'No such space')
            return content
          },
        },
      },
    },
    outcome: { ptz: { pan_tilt: false, zoom: true }, turned: ['Zoom'] },
  },
  {
    id: 'zoom-refused-in-a-move',
    area: 'ptz',
    reports: ['agsh/onvif#9', 'agsh/onvif#267'],
    wire: 'can turn or zoom, and refuses a move that names both',
    shown: 'names only what a move changes',
    peer: {
      ptz: true,
      wire: {
        answers: {
          ContinuousMove: (content, _, request) => {
            if (find(request, 'PanTilt') && find(request, 'Zoom'))
              throw invalidArgument('SpaceNotSupported', 'No such space')
            return content
          },
        },
      },
    },
    outcome: { ptz: { pan_tilt: true, zoom: true }, turned: ['PanTilt', 'Zoom'] },
  },
  {
    id: 'end-of-a-move-refused',
    area: 'ptz',
    reports: ['Jazea/Onvif.Core#30', 'home-assistant/core#27744'],
    wire: 'refuses a move that says when it ends',
    shown: 'moves it without an end, and stops it by itself',
    peer: {
      ptz: true,
      wire: {
        answers: {
          ContinuousMove: (content, _, request) => {
            if (find(request, 'Timeout'))
              throw new Fault(400, 'Sender', ['ter:InvalidArgVal'], 'timeout is an unsupported field')
            return content
          },
        },
      },
    },
    outcome: { turned: ['PanTilt'] },
  },
  {
    id: 'end-of-a-move-ignored',
    area: 'ptz',
    reports: ['koush/scrypted#2124', 'FalkTannhaeuser/python-onvif-zeep#71'],
    wire: 'goes on turning after the end of a move',
    shown: 'stops it by itself',
    peer: { ptz: true, endless_moves: true },
    outcome: { turned: ['PanTilt'] },
  },
  {
    id: 'status-without-a-position',
    area: 'ptz',
    reports: ['agsh/onvif#103', 'blakeblackshear/frigate#9222'],
    wire: 'gives no position in its status',
    shown: 'needs no status',
    peer: { ptz: true, wire: { answers: { GetStatus: () => '<tptz:PTZStatus/>' } } },
    outcome: { ptz: { pan_tilt: true, zoom: true }, turned: ['PanTilt'], unasked: ['GetStatus'] },
  },
  {
    id: 'no-absolute-positions',
    area: 'ptz',
    reports: ['roleoroleo/yi-hack-Allwinner-v2#767', 'home-assistant/core#30152'],
    wire: 'knows speeds alone, and no positions',
    shown: 'turns it by speeds',
    peer: {
      ptz: true,
      wire: {
        answers: {
          GetNodes: (content) => content.replaceAll(/<tt:((?:Absolute|Relative)\w+)>.*?<\/tt:\1>/gs, ''),
        },
      },
    },
    outcome: {
      ptz: { pan_tilt: true, zoom: true },
      turned: ['PanTilt'],
      unasked: ['AbsoluteMove', 'RelativeMove'],
    },
  },
  {
    id: 'preset-names-without-a-charset',
    area: 'ptz',
    reports: ['openvideolibs/python-onvif-zeep-async#163'],
    wire: 'names presets in UTF-8, and no charset in its head',
    shown: 'shows the names as they are',
    peer: {
      ptz: true,
      wire: {
        answers: { GetPresets: () => preset(1, 'Ogród') + preset(2, '东门') },
        send: ({ status, headers, body }, response) =>
          void response.writeHead(status, { ...headers, 'content-type': 'application/soap+xml' }).end(body),
      },
    },
    outcome: {
      ptz: {
        presets: [
          { preset: '1', name: 'Ogród' },
          { preset: '2', name: '东门' },
        ],
      },
    },
  },
  {
    id: 'presets-named-by-numbers',
    area: 'ptz',
    reports: ['cdavis-code/easy_onvif_workspace#49'],
    wire: 'lists 255 presets, each under its number, although its node keeps 16',
    shown: 'lists all of them',
    peer: {
      ptz: true,
      wire: {
        answers: {
          GetPresets: () =>
            range(1, 255)
              .map((n) => preset(n, `${n}`))
              .join(''),
        },
      },
    },
    outcome: { ptz: { presets: range(1, 255).map((n) => ({ preset: `${n}`, name: `${n}` })) } },
  },
  {
    id: 'tokens-with-blanks',
    area: 'ptz',
    reports: ['bartbutenaers/node-red-contrib-onvif-nodes#36'],
    wire: 'has tokens of presets that are no numbers, and end in a blank',
    shown: 'sends each token back as it came',
    peer: {
      ptz: true,
      wire: {
        answers: {
          GetPresets: (content) => content.replaceAll(/token="(\d)"/g, 'token="Preset $1 "'),
          SetPreset: (content) => content.replace(/>(\d)</, '>Preset $1 <'),
        },
      },
    },
    outcome: { ptz: { presets: [{ preset: 'Preset 1 ' }, { preset: 'Preset 2 ' }] } },
  },
  {
    id: 'new-preset-without-a-token',
    area: 'ptz',
    reports: ['use-go/onvif#24', 'roleoroleo/onvif_simple_server#27'],
    wire: 'refuses a token for a new preset, and does not say under which one it keeps it',
    shown: 'finds the new preset by its name',
    peer: {
      ptz: true,
      wire: {
        answers: {
          SetPreset: (_content, _camera, request) => {
            if (find(request, 'PresetToken')) throw invalidArgument('NoToken', 'No such preset')
            return ''
          },
        },
      },
    },
    outcome: { preset: { name: 'Gate', token: '3' } },
  },
]
