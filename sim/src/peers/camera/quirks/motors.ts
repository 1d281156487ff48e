/** Quirks of motors that know a part of the commands alone, and of their presets. */
import { find, invalidArgument } from '../soap.ts'
import type { Quirk } from './quirk.ts'

export const motor_quirks: readonly Quirk[] = [
  {
    id: 'motor-without-a-stop',
    area: 'ptz',
    reports: ['home-assistant/core#163173', 'mnit-rtmc/iris#177', 'fjramirez1987/PTZ-YCC365#11'],
    wire: 'knows no Stop, and goes on turning after the end of a move',
    shown: 'stops it by a move without speed',
    peer: { ptz: true, endless_moves: true, no_stop: true },
    outcome: { turned: ['PanTilt', 'Zoom'] },
  },
  {
    id: 'space-of-a-move-wanted',
    area: 'ptz',
    reports: ['mnit-rtmc/iris#177', 'FalkTannhaeuser/python-onvif-zeep#47'],
    wire: 'refuses a move that does not name the space of its speeds',
    shown: 'names the space that the motor lists',
    peer: {
      ptz: true,
      wire: {
        answers: {
          ContinuousMove: (content, _, request) => {
            const speeds = [find(request, 'PanTilt'), find(request, 'Zoom')].filter(
              (one) => one !== undefined,
            )
            if (speeds.some(({ attributes }) => !attributes['space']?.endsWith('/VelocityGenericSpace')))
              throw invalidArgument('SpaceNotSupported', 'No such space')
            return content
          },
        },
      },
    },
    outcome: { turned: ['PanTilt', 'Zoom'] },
  },
  {
    id: 'motor-hangs',
    area: 'ptz',
    reports: ['GuilhermeC18/node-onvif#39', 'mnit-rtmc/iris#113'],
    wire: 'never answers a request to its motor, and answers every other one',
    shown: 'adds it, and says that the motor does not answer',
    peer: { ptz: true, fault: 'motor' },
    outcome: { report: { ptz_supported: true }, ptz: { code: 7000, reason: 'ptz_silent' } },
  },
  {
    id: 'presets-listed-twice',
    area: 'ptz',
    reports: ['roleoroleo/onvif_simple_server#27'],
    wire: 'lists a preset twice, first without a name',
    shown: 'lists it once, with its name',
    peer: {
      ptz: true,
      wire: {
        answers: { GetPresets: (content) => '<tptz:Preset token="1"/><tptz:Preset token="3"/>' + content },
      },
    },
    outcome: {
      ptz: {
        presets: [
          { preset: '1', name: 'Home' },
          { preset: '2', name: 'Far end' },
          { preset: '3', name: '' },
        ],
      },
    },
  },
]
