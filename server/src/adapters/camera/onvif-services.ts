/** Finds the addresses of a camera's services: as it lists them, and at the usual paths. */
import { CameraError, type OnvifAddress } from '#src/ports/camera-port.ts'
import {
  device,
  device_paths,
  firstAnswer,
  media,
  media2,
  ptz,
  type OnvifConnection,
} from './onvif-connect.ts'
import { correctedUrl, httpPortOf, isSecure } from './reported-url.ts'
import { at, child, children, textOf } from './onvif-xml.ts'

/** The addresses of each service, the most likely first. */
export type Services = {
  media: string[]
  /** Empty if the camera lists none: `usual_media2` are tried last then. */
  media2: string[]
  usual_media2: string[]
  ptz: string[]
  /** Where a motor may be, if the camera refuses to list its services. */
  usual_ptz: string[]
  inner_port: number | undefined
}

const media_paths = ['/onvif/media_service', '/onvif/Media', '/onvif/media']
const media2_paths = ['/onvif/media2_service', '/onvif/Media2', '/onvif/media2', ...media_paths]
const ptz_paths = ['/onvif/ptz_service', '/onvif/PTZ', '/onvif/ptz']

/**
 * GetServices is newer; GetCapabilities is older and does not list Media2. Many cameras support only one of
 * them, and some accounts lack the right to either.
 */
export async function findServices(
  { ask, service }: Pick<OnvifConnection, 'ask' | 'service'>,
  address: OnvifAddress,
): Promise<Services> {
  const list = await ask(
    'profile',
    service,
    device,
    'GetServices',
    '<IncludeCapability>false</IncludeCapability>',
  ).catch(refusedOnly)
  const found = children(list, 'Service')
  const services = servicesOf(
    address,
    (namespace) =>
      textOf(
        child(
          found.find((entry) => plainName(textOf(child(entry, 'Namespace'))) === namespace),
          'XAddr',
        ),
      ),
    { device, media, media2, ptz },
  )
  if (services.listed) return { ...services, usual_ptz: [] }
  const answer = await ask('profile', service, device, 'GetCapabilities', '<Category>All</Category>').catch(
    refusedOnly,
  )
  const capabilities = child(answer, 'Capabilities')
  const listed = [capabilities, child(capabilities, 'Extension')]
  const addressOf = (name: string) => listed.map((part) => textOf(at(part, name, 'XAddr')))
  const older = servicesOf(address, (name) => addressOf(name).find((url) => url !== '') ?? '', {
    device: 'Device',
    media: 'Media',
    media2: 'Media2',
    ptz: 'PTZ',
  })
  return list === undefined && answer === undefined ? older : { ...older, usual_ptz: [] }
}

/** Some cameras write the name of a service in another case, or with a slash at its end. */
const plainName = (namespace: string): string => namespace.toLowerCase().replace(/\/$/, '')

function refusedOnly(error: unknown): undefined {
  const is_refused = error instanceof CameraError && error.step === 'signin' && error.reason === undefined
  if (is_refused || (error instanceof CameraError && error.step === 'profile')) return undefined
  throw error
}

/**
 * The addresses of the motor: some cameras omit it in GetServices and list it in GetCapabilities, and some
 * refuse both lists. Empty without a motor.
 */
export async function findMotor(
  { ask, service }: Pick<OnvifConnection, 'ask' | 'service'>,
  address: OnvifAddress,
  services: Services,
): Promise<string[]> {
  if (services.ptz.length > 0) return services.ptz
  const guessed = async (): Promise<string[]> =>
    services.usual_ptz.length === 0
      ? []
      : firstAnswer(services.usual_ptz, async (url) => {
          await ask('profile', url, ptz, 'GetNodes')
          return [url]
        })
  try {
    const answer = await ask('profile', service, device, 'GetCapabilities', '<Category>PTZ</Category>').catch(
      refusedOnly,
    )
    const url = correctedUrl(textOf(at(child(answer, 'Capabilities'), 'PTZ', 'XAddr')), address)
    return url === '' ? await guessed() : [url]
  } catch (error) {
    return refusedOnly(error) ?? []
  }
}

/** `listed`: whether the camera lists a media service. The usual paths are tried after the listed ones. */
function servicesOf(
  address: OnvifAddress,
  addressOf: (key: string) => string,
  keys: Record<'device' | 'media' | 'media2' | 'ptz', string>,
): Services & { listed: boolean } {
  const inner_port = httpPortOf(addressOf(keys.device))
  const listed = (key: string) => correctedUrl(addressOf(key), { ...address, inner_port })
  const root = `${isSecure(address) ? 'https' : 'http'}://${address.ipv4}:${address.onvif_port}`
  const urls = (first: string, paths: readonly string[]) =>
    [...new Set([first, ...paths.map((path) => `${root}${path}`)])].filter((url) => url !== '')
  const [media, media2, ptz] = [listed(keys.media), listed(keys.media2), listed(keys.ptz)]
  const own = address.service_path || device_paths[0]
  return {
    media: urls(media, [...media_paths, own]),
    media2: urls(media2, []),
    usual_media2: urls('', [...media2_paths, own]),
    ptz: ptz === '' ? [] : urls(ptz, [...ptz_paths, own]),
    usual_ptz: urls('', [...ptz_paths, own]),
    inner_port,
    listed: media !== '' || media2 !== '',
  }
}
