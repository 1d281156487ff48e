/**
 * Finds ONVIF cameras by WS-Discovery (OASIS WS-Discovery 1.0 of 2005/04, ONVIF Core §7): a multicast probe
 * on every network of the box, collecting answers until a time limit. Answers are untrusted.
 * Long because sending and parsing belong together.
 */
import { randomUUID } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { BlockList, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Discovered, DiscoveryPort } from '#src/ports/discovery-port.ts'
import { hostIssue, type Reach } from '#src/core/outbound/address.ts'
import { bodyText } from '../http/answer-body.ts'
import { bodyIn } from './onvif-soap.ts'
import { at, child, children, textOf, type Xml } from './onvif-xml.ts'
import { withScheme } from './reported-url.ts'

const group = '239.255.255.250'
/** Limits a flood of answers. */
const max_found = 512
/** UDP loses packets; the specification allows repeating a probe. */
const repeat_ms = 300
const usual_port = 80
const usual_https_port = 443

export type WsDiscoveryOptions = Reach & {
  /** 3702 (ONVIF Core §7.1) except with the simulated street. */
  port?: number
  /** True on a simulated machine, whose only network is the loopback. */
  loopback_only?: boolean
  /** The limit of the whole search. */
  wait_ms?: number
  /** The search ends this long after the last new camera. While none is found, it continues to its limit. */
  quiet_ms?: number
}

export function wsDiscovery({
  allow_loopback,
  port = 3702,
  loopback_only = false,
  wait_ms = 3_000,
  quiet_ms = 1_500,
}: WsDiscoveryOptions): DiscoveryPort {
  return {
    async discover() {
      const own = ownNetworks(loopback_only, allow_loopback)
      const found: Discovered[] = []
      let finish: () => void = () => undefined
      const done = new Promise<void>((resolve) => (finish = resolve))
      let quiet: NodeJS.Timeout | undefined
      const restartQuietTimer = () => {
        clearTimeout(quiet)
        quiet = setTimeout(finish, Math.max(quiet_ms, repeat_ms))
      }
      const receive = async (message: Buffer, from: RemoteInfo) => {
        for (const camera of await camerasIn(message, from.address, own.subnets, { allow_loopback })) {
          if (found.length >= max_found || found.some((one) => isSameDevice(one, camera))) continue
          found.push(camera)
          restartQuietTimer()
        }
      }
      const sockets = (
        await Promise.all(
          own.addresses.map((address) => openOn(address, (message, from) => void receive(message, from))),
        )
      ).filter((socket) => socket !== undefined)
      if (sockets.length === 0) return []
      const probe = (form: ProbeForm) => sockets.forEach((one) => ask(one, port, form))
      probe('usual')
      const again = setTimeout(() => probe('other'), repeat_ms)
      const end = setTimeout(finish, wait_ms)
      await done
      for (const timer of [again, end, quiet]) clearTimeout(timer)
      for (const { socket } of sockets) socket.close()
      return found
    },
  }
}

/**
 * All cameras of a make may have one endpoint: those at different addresses are different devices. Some write
 * their endpoint in another case, or make a new one, for each answer: the same service is the same device.
 */
const isSameDevice = (one: Discovered, other: Discovered): boolean =>
  one.addresses.some(({ ipv4, onvif_port, service_path }) =>
    other.addresses.some(
      (address) =>
        address.ipv4 === ipv4 &&
        address.onvif_port === onvif_port &&
        (address.service_path === service_path || isSameName(one.endpoint, other.endpoint)),
    ),
  )
const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

type Own = { addresses: string[]; subnets: BlockList }

function ownNetworks(loopback_only: boolean, allow_loopback: boolean): Own {
  const subnets = new BlockList()
  const addresses: string[] = []
  for (const { family, internal, address, cidr } of Object.values(networkInterfaces()).flatMap(
    (all) => all ?? [],
  )) {
    if (family !== 'IPv4' || (internal ? !allow_loopback : loopback_only)) continue
    addresses.push(address)
    const bits = Number(cidr?.split('/')[1])
    if (bits > 0) subnets.addSubnet(address, bits, 'ipv4')
  }
  return { addresses, subnets }
}

type NetworkSocket = { socket: Socket; address: string }

/** Opens a socket that sends on this network; undefined if that is impossible. */
function openOn(
  address: string,
  receive: (message: Buffer, from: RemoteInfo) => void,
): Promise<NetworkSocket | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.on('error', () => resolve(undefined))
    socket.on('message', receive)
    socket.bind(0, address, () => {
      try {
        socket.setMulticastInterface(address)
        socket.setMulticastTTL(1) // stays within this network
      } catch {
        // without multicast the loopback can still be probed by unicast
      }
      resolve({ socket, address })
    })
  })
}

/**
 * `other`: the namespace at the element that uses it, and an identifier without `urn:`, as WS-Discovery of
 * 2005 writes it. Some cameras answer only this form, others only the usual one.
 */
type ProbeForm = 'usual' | 'other'

/**
 * Early cameras answer only one of the two types. The loopback, which rarely has multicast, is also probed by
 * unicast.
 */
function ask({ socket, address }: NetworkSocket, port: number, form: ProbeForm): void {
  for (const [prefix, namespace, type] of [
    ['dn', 'http://www.onvif.org/ver10/network/wsdl', 'NetworkVideoTransmitter'],
    ['tds', 'http://www.onvif.org/ver10/device/wsdl', 'Device'],
  ] as const) {
    const addressing = 'http://schemas.xmlsoap.org/ws/2004/08/addressing'
    const discovery = 'http://schemas.xmlsoap.org/ws/2005/04/discovery'
    const declared = ` xmlns:${prefix}="${namespace}"`
    const [outside, inside, scheme] = form === 'usual' ? [declared, '', 'urn:'] : ['', declared, '']
    const probe =
      '<?xml version="1.0" encoding="UTF-8"?><s:Envelope ' +
      `xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="${addressing}" ` +
      `xmlns:d="${discovery}"${outside}><s:Header><a:MessageID>` +
      `${scheme}uuid:${randomUUID()}</a:MessageID><a:To>` +
      'urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To><a:Action>' +
      `${discovery}/Probe</a:Action></s:Header><s:Body><d:Probe><d:Types${inside}>` +
      `${prefix}:${type}</d:Types></d:Probe></s:Body></s:Envelope>`
    for (const to of address.startsWith('127.') ? [group, address] : [group])
      socket.send(probe, port, to, () => undefined)
  }
}

/** The cameras in an answer; none if it is invalid. `from` is the sender. */
export async function camerasIn(
  message: Buffer,
  from: string,
  subnets: BlockList,
  reach: Reach,
): Promise<Discovered[]> {
  return children(at(await bodyIn(message), 'ProbeMatches'), 'ProbeMatch').flatMap((match) => {
    if (!isCamera(match)) return []
    // Some cameras have an element for each address and each scope.
    const all = (name: string) =>
      children(match, name)
        .map((one) => textOf(one, 8_000))
        .join(' ')
    const addresses = addressesOf(all('XAddrs').slice(0, 2_000), from, subnets, reach)
    const first = addresses[0]
    if (!first) return []
    // A name may hold blanks: the next scope begins with its scheme.
    const scopes = all('Scopes').split(/[\s,;]+(?=[a-z][\w+.-]*:)/i)
    const model = scopeOf(scopes, 'hardware').slice(0, 100)
    return [
      {
        endpoint:
          textOf(at(match, 'EndpointReference', 'Address'), 200) || `${first.ipv4}:${first.onvif_port}`,
        addresses,
        model,
        name: scopeOf(scopes, 'name').slice(0, 64),
        location: locationOf(scopes).slice(0, 64),
      },
    ]
  })
}

/** Disk stations, printers and computers answer every probe too, and mention none of these words. */
const isCamera = (match: Xml): boolean =>
  ['Types', 'Scopes', 'XAddrs'].some((name) =>
    /NetworkVideo|onvif|device_service/i.test(textOf(child(match, name), 8_000)),
  )

type Address = Discovered['addresses'][number]
/** `unsure`: the port is not that of plain HTTP, or none. */
type Named = Address & { unsure: boolean }

function namedIn(text: string): Named[] {
  // The zone of an IPv6 address is no part of a URL.
  const url = URL.parse(withScheme(text.replace(/%[\w.-]*(?=\])/, '')))
  if (!url || !/^https?:$/.test(url.protocol)) return []
  // HTTPS is used at its usual port: a camera that reports only another one is tried at that of HTTP.
  const https_port = url.port === '' ? usual_https_port : usual_port
  const port = url.protocol === 'https:' ? https_port : Number(url.port || usual_port)
  return [
    {
      ipv4: url.hostname,
      onvif_port: port || usual_port,
      unsure: url.protocol === 'https:' || port === 0,
      service_path: url.pathname.length <= 200 && url.pathname !== '/' ? url.pathname : '',
    },
  ]
}

/**
 * A camera on several networks reports all its addresses: those in our networks come first. If it names none
 * of them, nor the address of the sender, it does not know its own: the sender is tried at the named ports.
 */
function addressesOf(xaddrs: string, from: string, subnets: BlockList, reach: Reach): Address[] {
  const named = xaddrs.split(/[\s,;]+/).flatMap(namedIn)
  const usable = named.filter(({ ipv4 }) => !ipv4.startsWith('[') && !hostIssue(ipv4, reach))
  const isNear = ({ ipv4 }: Named) => isIPv4(ipv4) && subnets.check(ipv4, 'ipv4')
  const isKnown = usable.some((one) => isNear(one) || one.ipv4 === from)
  const moved = isKnown || hostIssue(from, reach) ? [] : named.map((one) => ({ ...one, ipv4: from }))
  const rank = (one: Named) => (isNear(one) ? 0 : one.ipv4 === from ? 1 : 2) * 2 + Number(one.unsure)
  const sorted = [...moved, ...usable]
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ ipv4, onvif_port, service_path }) => ({ ipv4, onvif_port, service_path }))
  if (sorted.length > 0) return sorted
  return hostIssue(from, reach) ? [] : [{ ipv4: from, onvif_port: usual_port, service_path: '' }]
}

/** `onvif://www.onvif.org/name/East%20gate`: the text after the kind (ONVIF Core §7.3.2.2). */
function scopesOf(scopes: readonly string[], kind: string): string[] {
  const start = new RegExp(`^\\w+://(?:www\\.)?onvif\\.org/${kind}/`, 'i')
  return scopes
    .filter((scope) => start.test(scope))
    .map((scope) => plain(scope.replace(start, '')))
    .filter((word) => word !== '')
}
const scopeOf = (scopes: readonly string[], kind: string): string => scopesOf(scopes, kind)[0] ?? ''

/**
 * `location/country/china` is the market it was made for; the last segment of the others is the configured
 * location.
 */
const locationOf = (scopes: readonly string[]): string =>
  [
    ...new Set(
      scopesOf(scopes, 'location')
        .filter((place) => !/^country\//i.test(place))
        .map((place) => place.split('/').at(-1) ?? ''),
    ),
  ]
    .filter(Boolean)
    .join(' ')

/** The text of a scope, which some cameras escape twice, or by other rules than those of addresses. */
const plain = (word: string): string =>
  textOf(unescaped(unescaped(word)).replaceAll(escapes, signOf).replace(/\/+$/, ''))

/** The bytes may be of another charset than UTF-8. */
function unescaped(word: string): string {
  const bytes = Buffer.from(
    word.replaceAll(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    'latin1',
  )
  const is_ascii = /^[\u0020-\u007e]*$/.test(word) && !/%(?![\da-f]{2})/i.test(word)
  return (is_ascii ? bodyText(bytes) : undefined) ?? word
}

/** Escapes of XML and of scripts that are left after the parser's work. */
const escapes = /&(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});|%u([\da-f]{4})/gi
const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function signOf(whole: string, name = '', unit = ''): string {
  if (unit !== '') return String.fromCharCode(Number.parseInt(unit, 16))
  const [, hex, digits] = /^#(x?)(\w+)$/i.exec(name) ?? []
  if (digits === undefined) return signs[name.toLowerCase()] ?? whole
  const point = Number.parseInt(digits, hex === '' ? 10 : 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : whole
}
