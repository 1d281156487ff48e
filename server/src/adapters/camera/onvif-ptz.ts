/**
 * The motor of a camera over ONVIF PTZ (ver20). Its capabilities are read before any movement, and the motor
 * is never trusted to stop by itself.
 */
import { CameraError, PtzError, type OnvifAddress, type Ptz } from '#src/ports/camera-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { openMedia } from './onvif-media.ts'
import { connectOnvif, findMotor, findServices, firstAnswer, ptz } from './onvif-connect.ts'
import { sourceIn, sourcesOf } from './onvif-sources.ts'
import { at, child, children, escapeXml, numberOf, textOf, type Xml } from './onvif-soap.ts'

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
  const urls =
    profile && services.ptz.length === 0 ? [await findMotor(connection, address)].flat() : services.ptz
  const listed = urls.filter((one) => one !== undefined)
  if (listed.length === 0) throw new PtzError('ptz_unsupported', 'The camera has no motor')
  if (!profile || !motor) throw new PtzError('ptz_unsupported', 'No profile of the camera has a motor')
  let url = listed[0]!

  /** From here on every failure is a failure of the motor. */
  const ask = async (operation: string, request: string): Promise<Xml> => {
    try {
      return await connection.ask('profile', url, ptz, operation, request)
    } catch (error) {
      throw motorError(error)
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
  return {
    ability,
    async move({ pan, tilt, zoom }, for_s) {
      const turn = ability.pan_tilt ? `<PanTilt ${schema} x="${speed(pan)}" y="${speed(tilt)}"/>` : ''
      const closer = ability.zoom ? `<Zoom ${schema} x="${speed(zoom)}"/>` : ''
      await call(
        'ContinuousMove',
        `<Velocity>${turn}${closer}</Velocity><Timeout>PT${Math.ceil(for_s)}S</Timeout>`,
      )
    },
    async stop() {
      await call('Stop', '<PanTilt>true</PanTilt><Zoom>true</Zoom>')
    },
    async check() {
      deadline = Date.now() + call_ms
      await connection.ask('profile', url, ptz, 'GetNodes').catch(noNodes)
    },
    async presets() {
      const answer = await call('GetPresets').catch((error: unknown) => {
        // A camera that says that it keeps none may keep some nevertheless.
        if (ability.most_presets === 0 && error instanceof PtzError) return ''
        throw error
      })
      const found = children(answer, 'Preset').map((preset) => ({
        preset: textOf(child(preset, '@token'), 64),
        name: textOf(child(preset, 'Name'), 64),
      }))
      // Cameras with hundreds of presets list the empty ones too, which have no name.
      return found
        .filter(({ preset }) => preset !== '')
        .toSorted((a, b) => Number(a.name === '') - Number(b.name === ''))
    },
    async goTo(preset) {
      await call('GotoPreset', word('PresetToken', preset))
    },
    async setPreset(name, preset) {
      const answer = await call(
        'SetPreset',
        `${word('PresetName', name)}${preset === undefined ? '' : word('PresetToken', preset)}`,
      )
      return textOf(at(answer, 'PresetToken'), 64) || (preset ?? '')
    },
    async removePreset(preset) {
      await call('RemovePreset', word('PresetToken', preset))
    },
  }
}

/** The number of presets that a node keeps, at most what the answer of the device holds. */
const presetsIn = (node: Xml): number =>
  Math.min(numberOf(child(node, 'MaximumNumberOfPresets'), 1_000_000), max_presets)
const max_presets = 65_535

/** Some cameras do not list the nodes of their motor, and turn nevertheless. */
function noNodes(error: unknown): Xml[] {
  const failure = motorError(error)
  if (failure instanceof PtzError && failure.reason === 'ptz_refused') return []
  throw failure
}

/** What failed of the motor, not of the camera. */
function motorError(error: unknown): unknown {
  if (!(error instanceof CameraError) || error.step === 'signin' || error.step === 'clock') return error
  return new PtzError(/refused/.test(error.message) ? 'ptz_refused' : 'ptz_silent', error.message)
}
