/** Quirks of the event service, which the device leaves alone: it judges lots by pictures. */
import { Fault } from '../soap.ts'
import type { Quirk } from './quirk.ts'
import type { Wire } from '../wire.ts'

/** Lists an event service at this address, before or after the others. */
const listedAt = (xaddr: string, is_first = false): Wire => ({
  answers: {
    GetServices: (content) => {
      const service =
        '<tds:Service><tds:Namespace>http://www.onvif.org/ver10/events/wsdl</tds:Namespace>' +
        `<tds:XAddr>${xaddr}</tds:XAddr><tds:Version><tt:Major>2</tt:Major></tds:Version></tds:Service>`
      return is_first ? service + content : content + service
    },
  },
})
const events = [
  'CreatePullPointSubscription',
  'Subscribe',
  'PullMessages',
  'GetEventProperties',
  'SetSynchronizationPoint',
]
const needless = 'needs no events, and takes no subscription: lots are judged by the pictures'

export const event_quirks: readonly Quirk[] = [
  {
    id: 'events-refused',
    area: 'events',
    reports: ['home-assistant/home-assistant.io#40942'],
    wire: 'refuses every call of the event service, and leaves out its address',
    shown: needless,
    peer: { wire: listedAt('') },
    outcome: { report: { width: 1920 }, unasked: events },
  },
  {
    id: 'one-subscription',
    area: 'events',
    reports: ['koush/scrypted#354', 'roleoroleo/onvif_simple_server#50'],
    wire: 'has one subscription for events, and refuses every other program while it is taken',
    shown: 'takes none: recorders and alarm systems keep theirs',
    peer: {
      ptz: true,
      wire: {
        ...listedAt('/onvif/event_service', true),
        http: (request, response) => {
          if (request.url !== '/onvif/event_service') return false
          const fault = new Fault(500, 'Receiver', ['ter:Action'], 'Maximum number of subscriptions reached')
          response.writeHead(500, { 'content-type': 'application/soap+xml' }).end(fault.toXml())
          return true
        },
      },
    },
    outcome: { report: { width: 1920 }, ptz: { pan_tilt: true }, unasked: events },
  },
  {
    id: 'events-without-a-host',
    area: 'events',
    reports: ['agsh/onvif#231', 'AlexxIT/go2rtc#2302'],
    wire: 'names its event service first, with an address without a host',
    shown: needless,
    peer: { wire: listedAt('http:///onvif/events_service?session=392', true) },
    outcome: { report: { width: 1920 }, unasked: events },
  },
  {
    id: 'account-locked-by-events',
    area: 'events',
    reports: ['agsh/onvif#501'],
    wire: 'locks its account after some failed requests for events',
    shown: 'asks for no events, and so locks no account',
    peer: { wire: listedAt('http://127.0.0.1:9/onvif/event_service') },
    outcome: { report: { width: 1920 }, unasked: events },
  },
  {
    id: 'account-locked',
    area: 'device',
    reports: ['agsh/onvif#501', 'CamioCam/rtsp#34', 'evercam/evercam-server#91'],
    wire: 'has locked its account after several wrong passwords, and refuses the right one too',
    shown: 'says that the account is locked for some minutes, and asks no further',
    peer: {
      wire: {
        answers: {
          GetDeviceInformation: () => {
            throw new Fault(
              400,
              'Sender',
              ['ter:NotAuthorized'],
              'The device is locked because of entering wrong username/password many times. ' +
                'Please try it after 5 minutes!',
            )
          },
        },
      },
    },
    outcome: { failed: { step: 'signin', reason: 'account_locked' } },
  },
]
