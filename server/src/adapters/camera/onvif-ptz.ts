/**
 * The motor of a camera over ONVIF PTZ (ver20). Its capabilities are read before any movement, and the motor
 * is never trusted to stop by itself.
 */
import { CameraError, PtzError, type OnvifAddress, type Ptz, type Velocity } from '#src/ports/camera-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { openMedia } from './onvif-media.ts'
import { connectOnvif, firstAnswer, ptz } from './onvif-connect.ts'
import { missingRight } from './onvif-rights.ts'
import { findMotor, findServices } from './onvif-services.ts'
import { sourceIn, sourcesOf } from './onvif-sources.ts'
import { at, child, children, escapeXml, numberOf, textOf, tokenOf, type Xml } from './onvif-xml.ts'

const schema = 'xmlns="http://www.onvif.org/ver10/schema"'

/**
 * `open_ms` limits reading the capabilities, `call_ms` each later call: some cameras hang on PTZ calls
 * without having a motor.
 */
export async function openPtz(
  address: OnvifAddress,
  reach: Reach,
  { open_ms, call_ms }: { open_ms: number; call_ms: number },
): Promise<Ptz> {
  let deadline = Date.now() + open_ms
  const connection = await connectOnvif(address, reach, () =>
    Math.max(1, Math.min(call_ms, deadline - Date.now())),
  )
  const services = await findServices(connection, address)
  const sources = sourcesOf((await openMedia(connection.ask, services)).profiles)
  const { profiles } = sourceIn(sources, address.source_token ?? '')
  const profile = profiles.find((one) => one.motor !== undefined)
  const motor = profile?.motor
  const listed = profile ? await findMotor(connection, address, services) : services.ptz
  if (listed.length === 0) throw new PtzError('ptz_unsupported', 'The camera has no motor')
  if (!profile || !motor) throw new PtzError('ptz_unsupported', 'No profile of the camera has a motor')
  let url = listed[0]!

  /** From here on every failure is a failure of the motor. */
  const ask = async (operation: string, request: string): Promise<Xml> => {
    try {
      return await connection.ask('profile', url, ptz, operation, request)
    } catch (error) {
      const lacks = await missingRight(error, connection, address)
      throw lacks ? new PtzError('no_right', lacks.message) : motorError(error)
    }
  }
  const all = await firstAnswer(listed, async (one) => {
    const answer = await connection.ask('profile', one, ptz, 'GetNodes')
    url = one
    return children(answer, 'PTZNode')
  }).catch(noNodes)
  const own = all.filter((node) => textOf(child(node, '@token'), 100) === motor.node)
  const nodes = own.length > 0 ? own : all
  const spaces = nodes.map((node) => child(node, 'SupportedPTZSpaces')).filter(Boolean)
  const has = (space: string) => spaces.some((one) => child(one, space) !== undefined)
  // A motor without listed spaces has those of its configuration; one without any turns at least.
  const assumed = spaces.length > 0 ? undefined : motor
  const ability = {
    pan_tilt: assumed ? assumed.pan_tilt || !assumed.zoom : has('ContinuousPanTiltVelocitySpace'),
    zoom: assumed?.zoom ?? has('ContinuousZoomVelocitySpace'),
    most_presets: Math.max(0, ...nodes.map((node) => presetsIn(node))),
  }
  if (!ability.pan_tilt && !ability.zoom && ability.most_presets === 0)
    throw new PtzError('ptz_unsupported', 'The motor can be shown nothing that we know')

  const token = `<ProfileToken>${escapeXml(profile.token)}</ProfileToken>`
  const call = (operation: string, request = ''): Promise<Xml> => {
    deadline = Date.now() + call_ms
    return ask(operation, `${token}${request}`)
  }
  const word = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
  const speed = (value: number) => Math.min(1, Math.max(-1, value)).toFixed(3)
  /** What the last move turned, and the form of a move that the camera accepted last. */
  let [turns, zooms, form] = [false, false, move_forms[0]!]
  const uriOf = (name: string, usual: string) =>
    spaces.map((one) => textOf(at(one, name, 'URI'), 200)).find((uri) => uri !== '') ||
    `http://www.onvif.org/ver10/tptz/${usual}/VelocityGenericSpace`
  const space_uris = {
    turn: uriOf('ContinuousPanTiltVelocitySpace', 'PanTiltSpaces'),
    closer: uriOf('ContinuousZoomVelocitySpace', 'ZoomSpaces'),
  }
  const moveAt = async (axes: { turn: boolean; closer: boolean }, speeds: Velocity, for_s: number) => {
    const request = ({ ends, spaces: named }: MoveForm) => {
      const space = (axis: 'turn' | 'closer') => (named ? ` space="${escapeXml(space_uris[axis])}"` : '')
      const { pan, tilt, zoom } = speeds
      return (
        '<Velocity>' +
        (axes.turn ? `<PanTilt ${schema} x="${speed(pan)}" y="${speed(tilt)}"${space('turn')}/>` : '') +
        (axes.closer ? `<Zoom ${schema} x="${speed(zoom)}"${space('closer')}/>` : '') +
        `</Velocity>${ends ? `<Timeout>PT${Math.ceil(for_s)}S</Timeout>` : ''}`
      )
    }
    let first: unknown
    for (const next of [form, ...move_forms.filter((one) => one !== form)])
      try {
        await call('ContinuousMove', request(next))
        form = next
        return
      } catch (error) {
        if (!(error instanceof PtzError) || error.reason !== 'ptz_refused') throw first ?? error
        first ??= error
      }
    throw first
  }
  const readPresets = async () =>
    children(await call('GetPresets'), 'Preset').map((preset) => ({
      preset: tokenOf(preset, 64),
      name: textOf(child(preset, 'Name'), 64),
    }))
  return {
    ability,
    async move({ pan, tilt, zoom }, for_s) {
      // Some cameras can do one thing at a time: what stands still is named only to stop it.
      const turn = ability.pan_tilt && (turns || pan !== 0 || tilt !== 0)
      const closer = ability.zoom && (zooms || zoom !== 0)
      ;[turns, zooms] = [pan !== 0 || tilt !== 0, zoom !== 0]
      await moveAt({ turn, closer }, { pan, tilt, zoom }, for_s)
    },
    async stop() {
      ;[turns, zooms] = [false, false]
      const { pan_tilt: turn, zoom: closer } = ability
      await call('Stop', `<PanTilt>${turn}</PanTilt><Zoom>${closer}</Zoom>`).catch(async (error: unknown) => {
        if (!(error instanceof PtzError) || !(turn || closer)) throw error
        // Some cameras know no Stop, and go on turning: a move without speed ends the other one.
        await moveAt({ turn, closer }, { pan: 0, tilt: 0, zoom: 0 }, 1).catch(() => {
          throw error
        })
      })
    },
    async check() {
      deadline = Date.now() + call_ms
      await connection.ask('profile', url, ptz, 'GetNodes').catch(noNodes)
    },
    async presets() {
      const found = await readPresets().catch((error: unknown) => {
        // A camera that says that it keeps none may keep some nevertheless.
        if (ability.most_presets === 0 && error instanceof PtzError) return []
        throw error
      })
      // Cameras with hundreds of presets list the empty ones too, which have no name; some list one twice.
      const sorted = found
        .filter(({ preset }) => preset !== '')
        .toSorted((a, b) => Number(a.name === '') - Number(b.name === ''))
      const first = new Map(sorted.toReversed().map((one) => [one.preset, one]))
      return sorted.filter((one) => first.get(one.preset) === one)
    },
    async goTo(preset) {
      await call('GotoPreset', word('PresetToken', preset))
    },
    async setPreset(name, preset) {
      const answer = await call(
        'SetPreset',
        `${word('PresetName', name)}${preset === undefined ? '' : word('PresetToken', preset)}`,
      )
      const stored = textOf(at(answer, 'PresetToken'), 64) || preset
      // Some cameras do not say under which token they have stored it.
      return stored ?? (await readPresets()).findLast((one) => one.name === name)?.preset ?? ''
    },
    async removePreset(preset) {
      await call('RemovePreset', word('PresetToken', preset))
    },
  }
}

type MoveForm = { ends: boolean; spaces: boolean }
/**
 * Some cameras refuse any end of a move, or this one; others want the space of each speed. The device stops
 * each move by itself too.
 */
const move_forms: readonly MoveForm[] = [
  { ends: true, spaces: false },
  { ends: false, spaces: false },
  { ends: true, spaces: true },
  { ends: false, spaces: true },
]

/** The number of presets that a node keeps, at most what the answer of the device holds. */
const presetsIn = (node: Xml): number =>
  Math.min(numberOf(child(node, 'MaximumNumberOfPresets'), 1_000_000), max_presets)
const max_presets = 65_535

/**
 * Some cameras do not list the nodes of their motor, or not to every account, and turn nevertheless. The
 * account has been accepted when the profiles were read.
 */
function noNodes(error: unknown): Xml[] {
  if (error instanceof CameraError && error.step === 'signin' && error.reason === undefined) return []
  const failure = motorError(error)
  if (failure instanceof PtzError && failure.reason === 'ptz_refused') return []
  throw failure
}

/** What failed of the motor, not of the camera. */
function motorError(error: unknown): unknown {
  if (!(error instanceof CameraError) || error.step === 'signin' || error.step === 'clock') return error
  return new PtzError(/refused/.test(error.message) ? 'ptz_refused' : 'ptz_silent', error.message)
}
