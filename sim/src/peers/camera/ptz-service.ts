/** ONVIF PTZ service (ver20/ptz). The motor's position is calculated on demand; no timer runs. */
import type { Aim } from './camera-options.ts'
import { ptzConfiguration } from './media-service.ts'
import type { Service } from './device-service.ts'
import { escapeXml, find, invalidArgument, notSupported, type Element } from './soap.ts'

/** Movement in a second at full speed, in units of the axis range. */
const speed = { pan: 0.5, tilt: 0.5, zoom: 0.4 }
const clamp = (value: number, min: number): number => Math.min(1, Math.max(min, value))

export type Motor = { aim: () => Aim; service: Service }

/**
 * Creates a motor with its presets, which turns the first source. It may ignore the end of a move, or know no
 * Stop.
 */
export function createMotor({ is_endless = false, has_stop = true } = {}): Motor {
  const home: Aim = { pan: 0, tilt: 0, zoom: 0 }
  let aim = home
  let moving: { velocity: Aim; since: number; until: number } | undefined
  const presets = new Map<string, { name: string; aim: Aim }>([
    ['1', { name: 'Home', aim }],
    ['2', { name: 'Far end', aim: { pan: 0.06, tilt: 0.12, zoom: 0.35 } }],
  ])

  const settle = (): Aim => {
    if (moving) {
      const seconds = Math.max(0, Math.min(Date.now(), moving.until) - moving.since) / 1000
      moving.since += seconds * 1000
      aim = {
        pan: clamp(aim.pan + moving.velocity.pan * speed.pan * seconds, -1),
        tilt: clamp(aim.tilt + moving.velocity.tilt * speed.tilt * seconds, -1),
        zoom: clamp(aim.zoom + moving.velocity.zoom * speed.zoom * seconds, 0),
      }
      if (Date.now() >= moving.until) moving = undefined
    }
    return aim
  }
  /** A vector of the request: PanTilt with x and y, Zoom with x. */
  const vector = (element: Element | undefined): Aim => {
    const [turn, zoom] = [find(element, 'PanTilt')?.attributes, find(element, 'Zoom')?.attributes]
    const parts = {
      pan: Number(turn?.['x'] ?? 0),
      tilt: Number(turn?.['y'] ?? 0),
      zoom: Number(zoom?.['x'] ?? 0),
    }
    if (!Object.values(parts).every((part) => Math.abs(part) <= 1))
      throw invalidArgument('InvalidTranslation', 'The vector is out of bounds')
    return parts
  }
  const position = ({ pan, tilt, zoom }: Aim): string =>
    `<tt:PanTilt x="${pan.toFixed(4)}" y="${tilt.toFixed(4)}" ` +
    'space="http://www.onvif.org/ver10/tptz/PanTiltSpaces/PositionGenericSpace"/><tt:Zoom ' +
    `x="${zoom.toFixed(4)}" ` +
    'space="http://www.onvif.org/ver10/tptz/ZoomSpaces/PositionGenericSpace"/>'
  const range = (axis: 'X' | 'Y', min: number): string =>
    `<tt:${axis}Range><tt:Min>${min}</tt:Min><tt:Max>1</tt:Max></tt:${axis}Range>`
  const space = (tag: string, uri: string, ranges: string): string =>
    `<tt:${tag}><tt:URI>http://www.onvif.org/ver10/tptz/${uri}</tt:URI>${ranges}</tt:${tag}>`
  const checkProfile = (request: Element): void => {
    if (!['main', 'sub'].includes(find(request, 'ProfileToken')?.text ?? ''))
      throw invalidArgument('NoProfile', 'The requested profile token does not exist')
  }
  const stop = (): void => {
    settle()
    moving = undefined
  }

  const service: Service = {
    GetNodes: () =>
      `<tptz:PTZNode token="node" FixedHomePosition="false"><tt:Name>PTZ</tt:Name><tt:SupportedPTZSpaces>` +
      space(
        'AbsolutePanTiltPositionSpace',
        'PanTiltSpaces/PositionGenericSpace',
        range('X', -1) + range('Y', -1),
      ) +
      space('AbsoluteZoomPositionSpace', 'ZoomSpaces/PositionGenericSpace', range('X', 0)) +
      space(
        'RelativePanTiltTranslationSpace',
        'PanTiltSpaces/TranslationGenericSpace',
        range('X', -1) + range('Y', -1),
      ) +
      space('RelativeZoomTranslationSpace', 'ZoomSpaces/TranslationGenericSpace', range('X', -1)) +
      space(
        'ContinuousPanTiltVelocitySpace',
        'PanTiltSpaces/VelocityGenericSpace',
        range('X', -1) + range('Y', -1),
      ) +
      space('ContinuousZoomVelocitySpace', 'ZoomSpaces/VelocityGenericSpace', range('X', -1)) +
      '</tt:SupportedPTZSpaces><tt:MaximumNumberOfPresets>16</tt:MaximumNumberOfPresets>' +
      '<tt:HomeSupported>true</tt:HomeSupported></tptz:PTZNode>',
    GetConfigurations: () => ptzConfiguration('tptz:PTZConfiguration'),
    GetStatus: (request) => {
      checkProfile(request)
      const now = settle()
      const state = moving ? 'MOVING' : 'IDLE'
      return (
        `<tptz:PTZStatus><tt:Position>${position(now)}</tt:Position><tt:MoveStatus>` +
        `<tt:PanTilt>${state}</tt:PanTilt><tt:Zoom>${state}</tt:Zoom></tt:MoveStatus>` +
        `<tt:UtcTime>${new Date().toISOString()}</tt:UtcTime></tptz:PTZStatus>`
      )
    },
    GetPresets: (request) => {
      checkProfile(request)
      return [...presets]
        .map(
          ([token, preset]) =>
            `<tptz:Preset token="${token}"><tt:Name>${escapeXml(preset.name)}</tt:Name>` +
            `<tt:PTZPosition>${position(preset.aim)}</tt:PTZPosition></tptz:Preset>`,
        )
        .join('')
    },
    GotoPreset: (request) => {
      checkProfile(request)
      const preset = presets.get(find(request, 'PresetToken')?.text ?? '')
      if (!preset) throw invalidArgument('NoToken', 'The requested preset token does not exist')
      stop()
      aim = preset.aim
      return ''
    },
    SetPreset: (request) => {
      checkProfile(request)
      const token =
        find(request, 'PresetToken')?.text || String(Math.max(0, ...[...presets.keys()].map(Number)) + 1)
      if (find(request, 'PresetToken') && !presets.has(token))
        throw invalidArgument('NoToken', 'The requested preset token does not exist')
      presets.set(token, {
        name: find(request, 'PresetName')?.text || presets.get(token)?.name || `Preset ${token}`,
        aim: settle(),
      })
      return `<tptz:PresetToken>${token}</tptz:PresetToken>`
    },
    RemovePreset: (request) => {
      checkProfile(request)
      if (!presets.delete(find(request, 'PresetToken')?.text ?? ''))
        throw invalidArgument('NoToken', 'The requested preset token does not exist')
      return ''
    },
    ContinuousMove: (request) => {
      checkProfile(request)
      const velocity = vector(find(request, 'Velocity'))
      const named = Number(/^PT([\d.]+)S$/.exec(find(request, 'Timeout')?.text ?? '')?.[1] ?? 5)
      const seconds = is_endless ? 60 : named
      stop()
      moving = { velocity, since: Date.now(), until: Date.now() + seconds * 1000 }
      return ''
    },
    RelativeMove: (request) => {
      checkProfile(request)
      const by = vector(find(request, 'Translation'))
      stop()
      aim = {
        pan: clamp(aim.pan + by.pan, -1),
        tilt: clamp(aim.tilt + by.tilt, -1),
        zoom: clamp(aim.zoom + by.zoom, 0),
      }
      return ''
    },
    AbsoluteMove: (request) => {
      checkProfile(request)
      stop()
      const to = vector(find(request, 'Position'))
      aim = { ...to, zoom: clamp(to.zoom, 0) }
      return ''
    },
    GotoHomePosition: (request) => {
      checkProfile(request)
      stop()
      aim = presets.get('1')?.aim ?? home
      return ''
    },
    Stop: (request) => {
      if (!has_stop) throw notSupported('Stop')
      checkProfile(request)
      stop()
      return ''
    },
  }
  return { aim: settle, service }
}
