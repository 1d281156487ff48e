/** Quirks of WS-Discovery. Long because every quirk is a row. */
import type { Quirk } from './quirk.ts'

/** The addresses that an answer names. */
const addressed =
  (change: (own: string) => string) =>
  (answer: string): string =>
    answer.replace(/<d:XAddrs>(.*?)<\/d:XAddrs>/s, (_, own: string) => `<d:XAddrs>${change(own)}</d:XAddrs>`)

const without = (tag: string) => (answer: string) =>
  answer.replace(new RegExp(`<${tag}>.*?</${tag}>`, 's'), '')
/** What a disk station answers to every probe. */
const disk_station = (answer: string): string =>
  [
    ['Types', 'wsdp:Device pub:Computer'],
    ['Scopes', ''],
    ['XAddrs', 'http://127.0.0.1:5357/wsd/6d7f6a1c'],
  ].reduce((text, [tag, value]) => text.replace(new RegExp(`(<d:${tag}>).*?<`, 's'), `$1${value}<`), answer)
let answers = 0
/** Writes its name so. */
const named = (
  id: string,
  reports: readonly string[],
  wire: string,
  written: string,
  name: string,
): Quirk => ({
  id,
  area: 'discovery',
  reports,
  wire,
  shown: `reads "${name}"`,
  peer: { wire: { probe: (answer) => answer.replace('/name/East', `/name/${written}`) } },
  outcome: { found: [{ name, model: 'SL-B4216' }] },
})

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
  {
    id: 'any-address',
    area: 'discovery',
    reports: ['KoynovStas/onvif_srvd#27'],
    wire: 'names 0.0.0.0 as its address, with the right port and path',
    shown: 'takes the address of the sender with this port and path',
    peer: { wire: { probe: addressed((own) => own.replace('127.0.0.1', '0.0.0.0')) } },
    outcome: { found: [{ ipv4: '127.0.0.1', service_path: '/onvif/device_service' }] },
  },
  {
    id: 'ipv6-address-alone',
    area: 'discovery',
    reports: ['lumeohq/onvif-rs#97', 'evercam/evercam-discovery-java#22'],
    wire: 'names its IPv6 address alone',
    shown: 'takes the address of the sender with the port and path of the named one',
    peer: { wire: { probe: addressed((own) => own.replace('127.0.0.1', '[fe80::1b:feff:fe06:4f6a]')) } },
    outcome: { found: [{ ipv4: '127.0.0.1', service_path: '/onvif/device_service' }] },
  },
  {
    id: 'address-of-another-network',
    area: 'discovery',
    reports: ['home-assistant/core#34218', 'christgau/wsdd#174', 'daniela-hase/onvif-server#3'],
    wire: 'names an address in a network behind it',
    shown: 'takes the address of the sender, and keeps the named one for the second try',
    peer: { wire: { probe: addressed((own) => own.replace('127.0.0.1', '172.17.0.2')) } },
    outcome: { found: [{ ipv4: '127.0.0.1', service_path: '/onvif/device_service' }] },
  },
  {
    id: 'three-addresses',
    area: 'discovery',
    reports: ['agsh/onvif#95', 'agsh/onvif#239'],
    wire: 'names its address, a link-local and an IPv6 address over several lines',
    shown: 'takes the address in its own network',
    peer: {
      wire: {
        probe: addressed(
          (own) => `\n\t${own} http://169.254.5.187:80/onvif/device_service\r\n http://[fe80::1]:80/x \n`,
        ),
      },
    },
    outcome: { found: [{ ipv4: '127.0.0.1', service_path: '/onvif/device_service' }] },
  },
  {
    id: 'disk-station-that-answers',
    area: 'discovery',
    reports: ['Mi-Bee-Studio/MiBeeNvr#266', 'Mi-Bee-Studio/MiBeeNvr#276', 'sr99622/libonvif#106'],
    wire: 'is a disk station or a printer, which answers every probe',
    shown: 'lists no device that is none of ONVIF',
    peer: { wire: { probe: disk_station } },
    outcome: { found: [] },
  },
  {
    id: 'empty-answer',
    area: 'discovery',
    reports: ['sr99622/libonvif#54'],
    wire: 'is a disk station that answers a probe without a match',
    shown: 'lists nothing',
    peer: { wire: { probe: without('d:ProbeMatch') } },
    outcome: { found: [] },
  },
  {
    id: 'no-types',
    area: 'discovery',
    reports: ['Mi-Bee-Studio/MiBeeNvr#276'],
    wire: 'names no type of device, and its scopes alone',
    shown: 'lists it by its scopes',
    peer: { wire: { probe: without('d:Types') } },
    outcome: { found: [{ name: 'East', model: 'SL-B4216' }] },
  },
  {
    id: 'no-scopes',
    area: 'discovery',
    reports: ['WebThingsIO/onvif-adapter#4'],
    wire: 'names no scopes',
    shown: 'lists it without a name',
    peer: { wire: { probe: without('d:Scopes') } },
    outcome: { found: [{ ipv4: '127.0.0.1', name: '', model: '' }] },
  },
  {
    id: 'name-with-a-blank',
    area: 'discovery',
    reports: ['Jazea/Onvif.Core#34'],
    wire: 'writes a name with blanks into its last scope as it is',
    shown: 'reads the whole name',
    peer: {
      wire: {
        probe: (answer) =>
          answer
            .replace('/name/East', '/other/East')
            .replace('</d:Scopes>', ' onvif://www.onvif.org/name/CAMERA 1 East</d:Scopes>'),
      },
    },
    outcome: { found: [{ name: 'CAMERA 1 East', model: 'SL-B4216' }] },
  },
  {
    id: 'identifier-of-the-probe',
    area: 'discovery',
    reports: ['andreikop/python-ws-discovery#38'],
    wire: 'answers under the identifier of the probe',
    shown: 'goes by the content of the answer',
    peer: {
      wire: {
        probe: (answer, _, probe) =>
          answer.replace(/urn:uuid:[^<]*/, /MessageID>([^<]*)/.exec(probe)?.[1] ?? ''),
      },
    },
    outcome: { found: [{ ipv4: '127.0.0.1' }] },
  },
  {
    id: 'answer-to-an-object',
    area: 'discovery',
    reports: ['daniela-hase/onvif-server#15', 'andreikop/python-ws-discovery#29'],
    wire: 'names another message in RelatesTo, and no recipient',
    shown: 'goes by the content of the answer',
    peer: {
      wire: {
        probe: (answer) => without('a:To')(answer).replace(/(<a:RelatesTo>)[^<]*/, '$1[object Object]'),
      },
    },
    outcome: { found: [{ ipv4: '127.0.0.1' }] },
  },
  {
    id: 'older-type-alone',
    area: 'discovery',
    reports: ['ZoneMinder/zoneminder#1645'],
    wire: 'answers no probe for a Device, but those for a NetworkVideoTransmitter',
    shown: 'asks for both types',
    peer: { wire: { probe: (answer, _, probe) => (probe.includes('NetworkVideo') ? answer : '') } },
    outcome: { found: [{ ipv4: '127.0.0.1' }] },
  },
  {
    id: 'newer-type-alone',
    area: 'discovery',
    reports: ['vicmaeg/onvif-discovery#49', 'BreeeZe/rpos#31'],
    wire: 'answers the probes for a Device alone, and names this type alone',
    shown: 'asks for both types',
    peer: {
      wire: {
        probe: (answer, _, probe) =>
          probe.includes('NetworkVideo') ? '' : answer.replace('dn:NetworkVideoTransmitter ', ''),
      },
    },
    outcome: { found: [{ ipv4: '127.0.0.1' }] },
  },
  {
    id: 'namespace-at-the-types',
    area: 'discovery',
    reports: ['openhab/openhab-addons#9022'],
    wire: 'answers no probe that declares the namespace of its type at the envelope',
    shown: 'repeats the probe in another form',
    peer: { wire: { probe: (answer, _, probe) => (/Types xmlns:/.test(probe) ? answer : '') } },
    outcome: { found: [{ ipv4: '127.0.0.1' }] },
  },
  {
    id: 'identifier-of-2005',
    area: 'discovery',
    reports: ['agsh/onvif#30', 'andreikop/python-ws-discovery#56'],
    wire: 'answers no probe whose identifier begins with "urn:"',
    shown: 'repeats the probe in another form',
    peer: { wire: { probe: (answer, _, probe) => (probe.includes('>urn:uuid:') ? '' : answer) } },
    outcome: { found: [{ ipv4: '127.0.0.1' }] },
  },
  {
    id: 'another-endpoint-for-each-answer',
    area: 'discovery',
    reports: ['lumeohq/onvif-rs#48', 'vicmaeg/onvif-discovery#49'],
    wire: 'answers each probe, with an endpoint in another case and then with a new one',
    shown: 'lists it once',
    peer: {
      wire: {
        probe: (answer) =>
          answer.replace(
            /urn:uuid:5351494d-/,
            ['URN:UUID:5351494D-', `urn:uuid:${answers++}-`][answers % 2]!,
          ),
      },
    },
    outcome: { found: [{ ipv4: '127.0.0.1' }] },
  },
  {
    id: 'zero-byte-at-the-end',
    area: 'discovery',
    reports: ['christgau/wsdd#81', 'quatanium/python-onvif#48'],
    wire: 'ends its answer with a zero byte, and has a control character in its name',
    shown: 'reads the answer without them',
    peer: { wire: { probe: (answer) => `${answer.replace('/East', '/Ea\u0001st')}\0` } },
    outcome: { found: [{ name: 'East' }] },
  },
  {
    id: 'element-for-each-address',
    area: 'discovery',
    reports: ['agsh/onvif#63', 'lumeohq/onvif-rs#66'],
    wire: 'has an element for each address and for each scope, and an IPv6 address with a zone',
    shown: 'reads all of them',
    peer: {
      wire: {
        probe: (answer) =>
          addressed((own) => `http://[fe80::1%eth0]:80/x</d:XAddrs><d:XAddrs>${own}`)(answer).replaceAll(
            ' onvif://www.onvif.org/',
            '</d:Scopes><d:Scopes>http://onvif.org/',
          ),
      },
    },
    outcome: { found: [{ ipv4: '127.0.0.1', name: 'East', model: 'SL-B4216' }] },
  },
  named(
    'name-escaped-twice',
    ['Jazea/Onvif.Core#34', 'BreeeZe/rpos#167'],
    'escapes the blanks of its name twice, as in "East%2520Gate"',
    'East%2520Gate',
    'East Gate',
  ),
  named(
    'name-in-a-charset-of-its-own',
    ['648540858/wvp-GB28181-pro#260', 'swwheihei/wvp-GB28181#10'],
    'escapes the bytes of its Chinese name in GB2312, and escapes them once more',
    '%25B6%25AB%25C3%25C5',
    '东门',
  ),
  named(
    'name-in-numbers',
    ['BreeeZe/rpos#155', 'openhab/openhab-addons#15707'],
    'writes the signs of its name as numbers, and escapes those of XML twice',
    '&amp;#19996;&amp;#38376; A&amp;amp;B',
    '东门 A&B',
  ),
  named(
    'name-as-scripts-escape-it',
    ['BreeeZe/rpos#155'],
    'escapes its name as scripts do, as in "%u4E1C%u95E8", and ends it by a slash',
    '%u4E1C%u95E8/',
    '东门',
  ),
  {
    id: 'scopes-with-commas',
    area: 'discovery',
    reports: ['Jazea/Onvif.Core#34'],
    wire: 'puts commas between its scopes',
    shown: 'reads its name and its model without them',
    peer: { wire: { probe: (answer) => answer.replaceAll(' onvif://', ', onvif://') } },
    outcome: { found: [{ name: 'East', model: 'SL-B4216' }] },
  },
  {
    id: 'port-of-zero',
    area: 'discovery',
    reports: ['AlexxIT/go2rtc#884', 'agsh/onvif#63'],
    wire: 'names its address with the port 0 before its right address',
    shown: 'takes the right one',
    peer: { wire: { probe: addressed((own) => `${own.replace(/:\d+\//, ':0/')} ${own}`) } },
    outcome: { found: [{ ipv4: '127.0.0.1', service_path: '/onvif/device_service' }] },
  },
  {
    id: 'https-address-alone',
    area: 'discovery',
    reports: ['quatanium/python-onvif#107', 'FalkTannhaeuser/python-onvif-zeep#85', 'AlexxIT/go2rtc#884'],
    wire: 'names its HTTPS address alone',
    shown: 'takes the port of HTTPS, at which it encrypts',
    peer: { wire: { probe: addressed(() => 'https://127.0.0.1/onvif/device_service') } },
    outcome: { found: [{ ipv4: '127.0.0.1', onvif_port: 443 }] },
  },
  {
    id: 'no-endpoint',
    area: 'discovery',
    reports: ['andreikop/python-ws-discovery#29', 'andreikop/python-ws-discovery#56'],
    wire: 'names no endpoint, and its match twice in each answer',
    shown: 'lists it once, by its address',
    peer: {
      wire: {
        probe: (answer) =>
          without('a:EndpointReference')(answer).replace(/<d:ProbeMatch>.*<\/d:ProbeMatch>/s, '$&$&'),
      },
    },
    outcome: { found: [{ ipv4: '127.0.0.1', name: 'East' }] },
  },
]
