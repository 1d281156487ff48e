/**
 * Quirks of what a camera lists and answers: services that are listed nowhere, questions without an answer,
 * rights that an account lacks. Long because every quirk is a row.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Fault, notSupported } from '../soap.ts'
import type { Wire } from '../wire.ts'
import type { Quirk } from './quirk.ts'

const refused = (): never => {
  throw notSupported('this')
}
const forbidden = (): never => {
  throw new Fault(400, 'Sender', ['ter:NotAuthorized'], 'Sender not authorized')
}
const without = (pattern: RegExp) => (content: string) => content.replaceAll(pattern, '')
const media_service =
  /<tds:Service>(?:(?!<\/tds:Service>).)*\/media\/wsdl(?:(?!<\/tds:Service>).)*<\/tds:Service>/gs

/** Answers the requests for one action by itself. */
const answered =
  (action: string, answer: (response: ServerResponse, request: IncomingMessage) => void): Wire['http'] =>
  (request, response) => {
    if (!request.headers['content-type']?.includes(action)) return false
    answer(response, request)
    return true
  }
const page = (status: number) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'text/html' }).end('<html>IPCamera</html>')
const brokenOff = (_: ServerResponse, request: IncomingMessage) => void request.socket.resetAndDestroy()

type Row = Pick<Quirk, 'id' | 'reports' | 'wire'>
/** Shows no clock, for this reason, and answers everything else. */
const clockless = (row: Row, http: Wire['http']): Quirk => ({
  ...row,
  area: 'clock',
  shown: 'finds the service by another question, and shows that the clock is unknown',
  peer: { wire: { http } },
  outcome: { report: { width: 1920, clock_offset_ms: null } },
})
/** Refuses model and serial number alone, in this way. */
const detailless = (row: Row, wire: Wire, details_refused: boolean): Quirk => ({
  ...row,
  area: 'device',
  shown: details_refused
    ? 'adds it without model and serial number, and says that the account may not read them'
    : 'adds it without model and serial number',
  peer: { ptz: true, wire },
  outcome: {
    report: { width: 1920, model: '', camera_sn: 'onvif-', details_refused },
    ptz: { pan_tilt: true },
  },
})
let busy = false

export const right_quirks: readonly Quirk[] = [
  {
    id: 'no-list-of-services',
    area: 'device',
    reports: ['home-assistant/core#73985', 'quatanium/python-onvif#30'],
    wire: 'knows neither GetServices nor GetCapabilities',
    shown: 'tries the usual paths of media and motor',
    peer: { ptz: true, wire: { answers: { GetServices: refused, GetCapabilities: refused } } },
    outcome: { report: { width: 1920, ptz_supported: true }, ptz: { pan_tilt: true } },
  },
  {
    id: 'no-right-to-any-list',
    area: 'device',
    reports: ['FalkTannhaeuser/python-onvif-zeep#70', 'home-assistant/core#93079'],
    wire: 'refuses both lists of its services to this account alone',
    shown: 'tries the usual paths',
    peer: { wire: { answers: { GetServices: forbidden, GetCapabilities: forbidden } } },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'services-in-another-case',
    area: 'device',
    reports: ['AlexxIT/go2rtc#2302'],
    wire: 'writes the names of its services in another case and with a slash at their end',
    shown: 'knows them all the same',
    peer: {
      media: 'both',
      encoding: 'H265',
      wire: {
        answers: {
          GetServices: (content) => content.replaceAll('/media/wsdl</tds:Name', '/Media/wsdl/</tds:Name'),
        },
      },
    },
    outcome: { report: { codec: 'H.265' } },
  },
  {
    id: 'media2-listed-nowhere',
    area: 'media2',
    reports: ['Jazea/Onvif.Core#43', 'yingchengpa/python-onvif2-zeep#1'],
    wire: 'has Media2 alone, and lists no media service',
    shown: 'tries the usual paths of Media2 after those of Media',
    peer: {
      media: 'two',
      encoding: 'H265',
      wire: { answers: { GetServices: without(media_service) } },
    },
    outcome: { report: { codec: 'H.265', stream_url_main: '/main', stream_url_sub: '/sub' } },
  },
  {
    id: 'configuration-for-each-profile',
    area: 'media',
    reports: ['agsh/onvif#287', 'onvif/specs#164'],
    wire: 'names no video source of its profiles, and has a configuration for each of them',
    shown: 'asks for its video sources: main and sub stream are of the only one',
    peer: {
      wire: {
        answers: {
          GetProfiles: (content) =>
            without(/<tt:SourceToken>.*?<\/tt:SourceToken>/gs)(content).replace(
              /(<trt:Profiles token="sub".*?VideoSourceConfiguration token=")src"/s,
              '$1src_sub"',
            ),
        },
      },
    },
    outcome: { report: { width: 1920, stream_url_sub: '/sub', source_token: '' } },
  },
  {
    id: 'one-request-at-a-time',
    area: 'device',
    reports: ['rroller/dahua#606', 'EliasKotlyar/Xiaomi-Dafang-Hacks#1752'],
    wire: 'serves one request at a time, and answers 503 to any other',
    shown: 'asks again, one after the other',
    peer: {
      wire: {
        http: (request, response) => {
          if (request.method !== 'POST') return false
          if (busy) page(503)(response)
          else response.once('close', () => void (busy = false))
          return busy || !(busy = true)
        },
        send: ({ status, headers, body }, response) =>
          void setTimeout(() => response.writeHead(status, headers).end(body), 20),
      },
    },
    outcome: { report: { stream_url_main: '/main', stream_url_sub: '/sub', stills: '' } },
  },
  detailless(
    {
      id: 'no-right-to-the-details',
      reports: ['home-assistant/core#93079', 'patrickmichalina/onvif-rx#32'],
      wire: 'refuses make, model and serial number to this account alone',
    },
    { answers: { GetDeviceInformation: forbidden } },
    true,
  ),
  detailless(
    {
      id: 'no-right-by-http',
      reports: ['home-assistant/core#93079', 'AlexxIT/go2rtc#1217'],
      wire: 'answers 403 where an account lacks the right',
    },
    { http: answered('GetDeviceInformation', page(403)) },
    true,
  ),
  detailless(
    {
      id: 'details-broken-off',
      reports: ['GuilhermeC18/node-onvif#22', 'home-assistant/core#26781'],
      wire: 'closes the connection when it is asked for its model',
    },
    { http: answered('GetDeviceInformation', brokenOff) },
    false,
  ),
  {
    id: 'no-right-to-the-motor',
    area: 'ptz',
    reports: ['cdavis-code/easy_onvif_workspace#54', 'home-assistant/core#93079'],
    wire: 'refuses the nodes of its motor and its presets to this account alone',
    shown: 'takes the spaces of the configuration, and turns it without presets',
    peer: { ptz: true, wire: { answers: { GetNodes: forbidden, GetPresets: forbidden } } },
    outcome: { ptz: { pan_tilt: true, presets: [] } },
  },
  {
    id: 'no-right-to-the-clock',
    area: 'clock',
    reports: ['home-assistant/core#93079', 'agsh/onvif#269'],
    wire: 'refuses to set its clock to this account alone',
    shown: 'says that the account lacks the right, and not that its password is wrong',
    peer: { clock_ms: 60_000, wire: { answers: { SetSystemDateAndTime: forbidden } } },
    outcome: { clock_set: { code: 7000, data: { reason: 'no_right' } } },
  },
  clockless(
    {
      id: 'clock-not-found',
      reports: ['home-assistant/core#84551', 'agsh/onvif#65'],
      wire: 'answers 404 to the question for its clock alone',
    },
    answered('GetSystemDateAndTime', page(404)),
  ),
  clockless(
    {
      id: 'clock-is-a-page',
      reports: ['agsh/onvif#65', 'agsh/onvif#84'],
      wire: 'answers the question for its clock with a web page',
    },
    answered('GetSystemDateAndTime', page(200)),
  ),
  clockless(
    {
      id: 'clock-broken-off',
      reports: ['agsh/onvif#196', 'agsh/onvif#65'],
      wire: 'closes the connection when it is asked for its clock',
    },
    answered('GetSystemDateAndTime', brokenOff),
  ),
  clockless(
    {
      id: 'clock-hangs',
      reports: ['EliasKotlyar/Xiaomi-Dafang-Hacks#1752'],
      wire: 'never answers the question for its clock, and answers every other one',
    },
    answered('GetSystemDateAndTime', () => undefined),
  ),
  {
    id: 'no-right-to-restart',
    area: 'device',
    reports: ['home-assistant/core#93079'],
    wire: 'answers 403 to this account when it is to restart',
    shown: 'says that the account lacks the right, and not that its password is wrong',
    peer: { wire: { http: answered('SystemReboot', page(403)) } },
    outcome: { restarted: { code: 7000, data: { reason: 'no_right' } } },
  },
]
