/**
 * Quirks of the device service and of the sign-in. Long because every quirk is a row.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Fault } from '../soap.ts'
import type { Wire } from '../wire.ts'
import type { Quirk } from './quirk.ts'

/** Answers every request with one status and body. */
const always =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse): true => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
    return true
  }
const accept_it = 'says that the port accepts HTTPS alone, and that its certificate has to be accepted'
/** Serves ONVIF at one path alone, and a page anywhere else. */
const servedAt =
  (path: string) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'POST' || request.url === path || !request.url?.endsWith('device_service'))
      return false
    response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Not Found</html>')
    return true
  }
const without = (tag: string) => (content: string) =>
  content.replace(new RegExp(`<tds:${tag}>.*?</tds:${tag}>`, 's'), '')
const refused = (): never => {
  throw new Fault(500, 'Receiver', ['ter:ActionNotSupported'], 'Optional Action Not Implemented')
}

/** Has an interface without an address beside its own, before it in every second answer. */
function withAnother() {
  let answers = 0
  return (content: string): string => {
    const other = content
      .replace(/(<tt:HwAddress>)[^<]*/, '$100:30:1b:ba:02:db')
      .replace(/<tt:IPv4>.*<\/tt:IPv4>/s, '')
    return answers++ % 2 === 0 ? content + other : other + content
  }
}
function withNewMac() {
  let starts = 0
  return (content: string): string =>
    content.replace(/(<tt:HwAddress>)[^<]*/, `$16e:5f:91:50:47:${String(10 + starts++)}`)
}

/** Puts bytes behind a text, and the first of them at the end. */
const withBytes =
  (text: string, bytes: readonly number[]): NonNullable<Wire['send']> =>
  ({ status, headers, body }, response) => {
    const [before, ...parts] = String(body).split(text)
    const changed = [before!, ...parts.map((part) => [text, Buffer.from(bytes), part])].flat()
    const whole = Buffer.concat([...changed, Buffer.from(bytes.slice(0, 1))].map((part) => Buffer.from(part)))
    response.writeHead(status, headers).end(typeof body === 'string' ? whole : body)
  }

/** Refuses a sign-in with this text, without the code of the specification, and with this status. */
export const inOwnWords =
  (text: string, own_status?: number): NonNullable<Wire['send']> =>
  ({ status, headers, body }, response) => {
    const own = String(body).replace('ter:NotAuthorized', 'ter:Other').replace('Sender not authorized', text)
    if (status < 400) response.writeHead(status, headers).end(body)
    else response.writeHead(own_status ?? status, headers).end(own)
  }

export const device_quirks: readonly Quirk[] = [
  {
    id: 'no-get-services',
    area: 'device',
    reports: ['quatanium/python-onvif#30', 'yingchengpa/python-onvif2-zeep#5'],
    wire: 'knows no GetServices',
    shown: 'reads the services by GetCapabilities',
    peer: { services: 'capabilities', ptz: true },
    outcome: { report: { width: 1920, ptz_supported: true } },
  },
  {
    id: 'no-get-capabilities',
    area: 'device',
    reports: ['home-assistant/core#73985'],
    wire: 'knows no GetCapabilities',
    shown: 'reads the services by GetServices',
    peer: { wire: { answers: { GetCapabilities: refused } } },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'motor-in-the-capabilities-alone',
    area: 'ptz',
    reports: ['agsh/onvif#207'],
    wire: 'leaves its motor out of GetServices',
    shown: 'finds the motor by GetCapabilities',
    peer: { ptz: true, fault: 'unlisted_motor' },
    outcome: { report: { ptz_supported: true }, ptz: { pan_tilt: true, zoom: true } },
  },
  {
    id: 'service-at-another-path',
    area: 'device',
    reports: ['lumeohq/onvif-rs#86', 'agsh/onvif#63'],
    wire: 'serves ONVIF at /onvif/services alone',
    shown: 'tries the usual paths, and keeps the one that answers',
    peer: { wire: { http: servedAt('/onvif/services') } },
    outcome: { report: { service_path: '/onvif/services' } },
  },
  {
    id: 'service-at-the-discovered-path',
    area: 'device',
    reports: ['opensensor/lightNVR#166', 'lumeohq/onvif-rs#86'],
    wire: 'serves ONVIF at a path that only discovery names',
    shown: 'tries the discovered path first',
    peer: { wire: { http: servedAt('/onvif/own/service') } },
    form: { service_path: '/onvif/own/service' },
    outcome: { report: { service_path: '/onvif/own/service' } },
  },
  {
    id: 'web-page-at-the-port',
    area: 'device',
    reports: ['FalkTannhaeuser/python-onvif-zeep#92', 'cdavis-code/easy_onvif_workspace#33'],
    wire: 'serves its web page at the typed port, and ONVIF at another one',
    shown: 'says that the port answers, but not by ONVIF',
    peer: { wire: { http: always(200, '<html>IPCamera Login</html>') } },
    outcome: { failed: { step: 'port', reason: 'not_onvif', detail: 'HTTP 200' } },
  },
  {
    id: 'not-found-at-every-path',
    area: 'device',
    reports: ['home-assistant/core#84551'],
    wire: 'answers 404 at every path, because ONVIF is switched off',
    shown: 'names the status',
    peer: { wire: { http: always(404, '<html>404</html>') } },
    outcome: { failed: { step: 'port', reason: 'http_error', detail: 'HTTP 404' } },
  },
  {
    id: 'server-error-at-every-path',
    area: 'device',
    reports: ['home-assistant/core#73985'],
    wire: 'answers 500 without a fault',
    shown: 'names the status',
    peer: { wire: { http: always(500, '') } },
    outcome: { failed: { step: 'port', reason: 'http_error', detail: 'HTTP 500' } },
  },
  {
    id: 'redirect-to-https',
    area: 'device',
    reports: ['home-assistant/core#151745'],
    wire: 'leads every request to HTTPS',
    shown: 'follows no redirect, and says that the camera may accept HTTPS alone',
    peer: { wire: { http: always(301, '', { location: 'https://127.0.0.1/onvif/device_service' }) } },
    outcome: { failed: { step: 'port', reason: 'redirected', detail: 'HTTP 301' } },
  },
  {
    id: 'https-page-at-another-port',
    area: 'device',
    reports: ['home-assistant/core#41800', 'agsh/onvif#213'],
    wire: 'accepts HTTPS alone at a port other than 443, and answers a plain request by a page that says so',
    shown: accept_it,
    peer: {
      wire: { http: always(400, '<center>The plain HTTP request was sent to HTTPS port</center>') },
    },
    outcome: { failed: { step: 'port', reason: 'https_alone' } },
  },
  {
    id: 'https-alert-at-another-port',
    area: 'device',
    reports: ['Dafang-Hacks/Main#42', 'home-assistant/core#41800'],
    wire: 'accepts HTTPS alone at a port other than 443, and answers a plain request by an alert of TLS',
    shown: accept_it,
    peer: {
      wire: { http: (request) => !!request.socket.end(Buffer.from('15030100020246', 'hex')) },
    },
    outcome: { failed: { step: 'port', reason: 'https_alone' } },
  },
  {
    id: 'closed-at-once',
    area: 'device',
    reports: ['EliasKotlyar/Xiaomi-Dafang-Hacks#1752'],
    wire: 'takes the connection and closes it at the request',
    shown: 'says that the camera broke off, not that its port is silent',
    peer: { fault: 'reset' },
    outcome: { failed: { step: 'port', reason: 'cut_short' } },
  },
  {
    id: 'silent-port',
    area: 'device',
    reports: ['EliasKotlyar/Xiaomi-Dafang-Hacks#1752'],
    wire: 'takes the connection and never answers',
    shown: 'says that the port does not answer',
    peer: { fault: 'hang' },
    outcome: { failed: { step: 'port' } },
  },
  {
    id: 'no-serial-number',
    area: 'device',
    reports: ['home-assistant/core#70056'],
    wire: 'reports no serial number',
    shown: 'makes a number from model and address',
    peer: { wire: { answers: { GetDeviceInformation: without('SerialNumber') } } },
    outcome: { report: { camera_sn: 'onvif-' } },
  },
  {
    id: 'serial-number-of-zeros',
    area: 'device',
    reports: ['OpenIPC/viewer#67', 'home-assistant/core#77933'],
    wire: 'reports a serial number of zeros, as all cameras of its make do',
    shown: 'takes it as it is; a second camera with this number is added beside it, with a note',
    peer: { serial: '0000000' },
    outcome: { report: { camera_sn: '0000000', serial: '0000000', serial_of: '' } },
  },
  {
    id: 'no-device-information',
    area: 'device',
    reports: ['caspermeijn/onvifviewer#5'],
    wire: 'refuses to name its make, model and serial number',
    shown: 'makes a number from its address',
    peer: { wire: { answers: { GetDeviceInformation: refused } } },
    outcome: { report: { camera_sn: 'onvif-', width: 1920 } },
  },
  {
    id: 'closed-at-an-unknown-method',
    area: 'device',
    reports: ['cdavis-code/easy_onvif_workspace#30'],
    wire: 'closes the connection at a method that it does not know',
    shown: 'goes on with the other way',
    peer: {
      wire: {
        http: (request) => {
          if (!/GetServices|GetEndpointReference/.test(request.headers['content-type'] ?? '')) return false
          request.socket.resetAndDestroy()
          return true
        },
      },
    },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'sign-in-refused-in-its-own-words',
    area: 'device',
    reports: ['kennedn/tapo-onboarding#3', 'kopiro/homebridge-tapo-camera#27'],
    wire: 'refuses a wrong password with a fault of its own, "Authority failure"',
    shown: 'fails at the sign-in',
    peer: { wire: { send: inOwnWords('Authority failure') } },
    form: { password: 'Street#2025' },
    outcome: { failed: { step: 'signin' } },
  },
  {
    id: 'no-network-interfaces',
    area: 'device',
    reports: ['IOTechSystems/onvif#28'],
    wire: 'refuses to name its network interfaces',
    shown: 'goes without its MAC address',
    peer: { wire: { answers: { GetNetworkInterfaces: refused, GetEndpointReference: refused } } },
    outcome: { report: { serial: 'SN-0001' } },
  },
  {
    id: 'interfaces-in-another-order',
    area: 'device',
    reports: ['home-assistant/core#162687'],
    wire: 'lists two interfaces, in another order each time; one has a MAC address that all of its make have',
    shown: 'knows it by either, and takes the MAC address of the interface at its address',
    peer: { wire: { answers: { GetNetworkInterfaces: withAnother() } } },
    outcome: {},
  },
  {
    id: 'new-mac-address-at-each-start',
    area: 'device',
    reports: ['OpenIPC/firmware#2408'],
    wire: 'makes a MAC address at each start, because its maker has assigned none',
    shown: 'knows it by its serial number and its endpoint',
    peer: { wire: { answers: { GetNetworkInterfaces: withNewMac() } } },
    outcome: {},
  },
  {
    id: 'mac-address-of-six-words',
    area: 'device',
    reports: ['home-assistant/core#59218'],
    wire: 'writes a MAC address of 36 digits, as all of its make do',
    shown: 'goes without its MAC address',
    peer: {
      wire: {
        answers: {
          GetNetworkInterfaces: (content) =>
            content.replace(/(<tt:HwAddress>)[^<]*/, '$15792c4:5792c5:5792c6:5792c7:5792c8:5792c9'),
        },
      },
    },
    outcome: {},
  },
  {
    id: 'digest-alone',
    area: 'device',
    reports: ['agsh/onvif#294', 'quatanium/python-onvif#93'],
    wire: 'knows HTTP digest alone, and refuses a security header',
    shown: 'signs in by digest',
    peer: { signin: 'digest', ptz: true },
    outcome: { report: { width: 1920 }, ptz: { pan_tilt: true } },
  },
  {
    id: 'fault-without-a-namespace',
    area: 'device',
    reports: ['mvantellingen/python-zeep#1205', 'onvif/specs#402'],
    wire: 'answers with a fault whose prefix is declared nowhere',
    shown: 'reads the fault, and goes on with the other way',
    peer: {
      wire: {
        answers: { GetServices: refused },
        send: ({ status, headers, body }, response) =>
          void response
            .writeHead(status, headers)
            .end(typeof body === 'string' ? body.replaceAll(/ xmlns:ter="[^"]*"/g, '') : body),
      },
    },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'text-that-is-none',
    area: 'device',
    reports: ['home-assistant/core#89620'],
    wire: 'has bytes in its serial number that are no text in any charset',
    shown: 'reads the rest',
    peer: { wire: { send: withBytes('SN-', [0xff, 0xc3, 0x28, 0xfe]) } },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'control-characters',
    area: 'device',
    reports: ['quatanium/python-onvif#48', 'christgau/wsdd#81'],
    wire: 'has control characters in its answers, and a zero byte at their end',
    shown: 'reads the text without them',
    peer: { wire: { send: withBytes('SN-', [0x00, 0x01, 0x1f]) } },
    outcome: { report: { width: 1920, serial: 'SN-0001' } },
  },
]
