/** Quirks of WS-Discovery. */
import type { Quirk } from './quirk.ts'

/** The addresses that an answer names. */
const addressed =
  (change: (own: string) => string) =>
  (answer: string): string =>
    answer.replace(/<d:XAddrs>(.*?)<\/d:XAddrs>/s, (_, own: string) => `<d:XAddrs>${change(own)}</d:XAddrs>`)

export const discovery_quirks: readonly Quirk[] = [
  {
    id: 'link-local-address-first',
    area: 'discovery',
    reports: ['agsh/onvif#63'],
    wire: 'names a link-local address before its own',
    shown: 'takes the address in its own network, and no forbidden one',
    peer: { wire: { probe: addressed((own) => `http://169.254.119.177/onvif/services ${own}`) } },
    outcome: { found: [{ ipv4: '127.0.0.1', known: false }] },
  },
  {
    id: 'ipv6-address-beside',
    area: 'discovery',
    reports: ['agsh/onvif#93', 'evercam/evercam-discovery-java#22'],
    wire: 'names an IPv6 address beside its own',
    shown: 'takes the IPv4 address',
    peer: {
      wire: { probe: addressed((own) => `http://[fe80::4619:b6ff:fe3e:baa1]/onvif/device_service ${own}`) },
    },
    outcome: { found: [{ ipv4: '127.0.0.1' }] },
  },
  {
    id: 'https-address-beside',
    area: 'discovery',
    reports: ['agsh/onvif#63'],
    wire: 'names its HTTPS address before its HTTP address',
    shown: 'takes the HTTP address',
    peer: { wire: { probe: addressed((own) => `https://127.0.0.1:443/onvif/device_service ${own}`) } },
    outcome: { found: [{ ipv4: '127.0.0.1', service_path: '/onvif/device_service' }] },
  },
  {
    id: 'path-of-its-own',
    area: 'discovery',
    reports: ['agsh/onvif#63', 'lumeohq/onvif-rs#86'],
    wire: 'names a path of its own',
    shown: 'keeps the path for the first try',
    peer: { wire: { probe: addressed((own) => own.replace('device_service', 'services')) } },
    outcome: { found: [{ ipv4: '127.0.0.1', service_path: '/onvif/services' }] },
  },
  {
    id: 'no-address',
    area: 'discovery',
    reports: ['hammeraj/onvif#11'],
    wire: 'names no address',
    shown: 'takes the address of the sender',
    peer: { wire: { probe: addressed(() => '') } },
    outcome: { found: [{ ipv4: '127.0.0.1', onvif_port: 80 }] },
  },
  {
    id: 'probe-unanswered',
    area: 'discovery',
    reports: ['andreikop/python-ws-discovery#25'],
    wire: 'answers no probe',
    shown: 'lists nothing, and adds the camera by its address',
    peer: { wire: { probe: () => '' } },
    outcome: { found: [] },
  },
]
