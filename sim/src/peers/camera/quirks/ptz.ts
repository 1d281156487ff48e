/** Quirks of the motor and its presets. */
import { notSupported } from '../soap.ts'
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
]
