/** Addresses as cameras report them: corrected, so that they lead back to the camera that was asked. */
import type { OnvifAddress } from '#src/ports/camera-port.ts'

/** HTTPS is used if a trust is set, or at the HTTPS port. */
export const isSecure = ({
  onvif_port,
  server_trust = '',
}: Pick<OnvifAddress, 'onvif_port' | 'server_trust'>): boolean => server_trust !== '' || onvif_port === 443

/** The port of an HTTP address; undefined for any other. */
export function httpPortOf(url: string): number | undefined {
  const named = URL.parse(url)
  if (named?.protocol === 'https:') return Number(named.port || 443)
  return named?.protocol === 'http:' ? Number(named.port || 80) : undefined
}

/** `inner_port`: the HTTP port that the camera uses itself, if known. */
type Typed = Pick<OnvifAddress, 'ipv4' | 'onvif_port' | 'server_trust'> & { inner_port?: number | undefined }

/**
 * Corrects an address that the camera reports. A camera behind a router reports its inner host, which is
 * replaced by the one that was entered; so is a missing one. The port of an HTTP address is replaced too if
 * it is the port that the camera uses itself (`inner_port`), or if that is unknown; a camera that serves
 * pictures on a separate port keeps that port. A camera that is contacted over HTTPS is never contacted over
 * HTTP. Credentials are removed, because addresses are stored and shown. `scheme` is that of an address
 * without one. Empty for anything that is not a URL.
 */
export function correctedUrl(url: string, typed: Typed, scheme: 'http' | 'rtsp' = 'http'): string {
  const plain = url.replaceAll(/&(?:amp;)+/g, '&').replace(zone, '$1')
  const corrected = URL.parse(wholeUrl(withoutLogin(plain), typed, scheme))
  if (!corrected) return ''
  if (!/^(https?|rtsps?):$/.test(corrected.protocol)) return ''
  corrected.username = ''
  corrected.password = ''
  if (corrected.hostname !== typed.ipv4.toLowerCase()) {
    corrected.hostname = typed.ipv4
    const inner = typed.inner_port === undefined || typed.inner_port === httpPortOf(corrected.href)
    if (/^https?:$/.test(corrected.protocol) && inner) corrected.port = String(typed.onvif_port)
  }
  if (corrected.protocol === 'http:' && isSecure(typed)) {
    corrected.protocol = 'https:'
    corrected.port = String(typed.onvif_port)
  }
  return corrected.href.length <= 500 ? corrected.href : ''
}

/** The zone of a link-local address, which no URL holds (`fe80::1%eth0`). */
const zone = /(\[[\da-f:.]+)%[^\]/]*(?=\])/i

/** An address that begins with a host in digits gets the scheme that it lacks. */
export const withScheme = (url: string, scheme = 'http'): string =>
  /^\d{1,3}(\.\d{1,3}){3}[:/]/.test(url) ? `${scheme}://${url}` : url

/** Puts in what is missing before the path: scheme, host and port, or the host alone. */
function wholeUrl(url: string, typed: Typed, scheme: 'http' | 'rtsp'): string {
  const http = `${typed.ipv4}:${typed.onvif_port}`
  const hostless = /^(https?|rtsps?):\/\/(?:(:\d+)|(?=\/))\/*(.*)$/i.exec(url)
  if (hostless) {
    const [, own = '', port = '', path = ''] = hostless
    return `${own}://${port === '' && /^http/i.test(own) ? http : `${typed.ipv4}${port}`}/${path}`
  }
  if (/^\/(?!\/)|^[\w/-]+\.\w{2,5}(\?|$)/.test(url))
    return `${scheme}://${scheme === 'http' ? http : typed.ipv4}/${url.replace(/^\//, '')}`
  return withScheme(url.replace(/^\/\//, `${scheme}://`), scheme)
}

/** Some cameras put the password in as it is: a sign of addresses in it would end the host. */
const withoutLogin = (url: string): string => url.replace(login, '$1')
const host = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|\[[^\]]+\])(?::\d+)?(?:[/?#]|$)`
const login = new RegExp(`^([a-z]+://)(?!${host}).*@(?=${host})`, 'is')
