/** ONVIF device service (ver10/device). */
import { escapeXml, invalidArgument, ns, type Element } from './soap.ts'
import { hasMedia, type CameraContext, type CameraOptions } from './camera-options.ts'

/** The access class PRE_AUTH of the ONVIF Core specification: answered without credentials. */
export const open_actions: ReadonlySet<string> = new Set([
  'GetSystemDateAndTime',
  'GetCapabilities',
  'GetServices',
  'GetServiceCapabilities',
  'GetHostname',
  'GetWsdlUrl',
  'GetEndpointReference',
])

export type Service = Record<string, (request: Element) => string>

/** The scopes in which the camera announces itself to probes. */
export const scopesOf = ({ options }: CameraContext): string[] => [
  'onvif://www.onvif.org/type/video_encoder',
  'onvif://www.onvif.org/type/Network_Video_Transmitter',
  ...(options.ptz ? ['onvif://www.onvif.org/type/ptz'] : []),
  'onvif://www.onvif.org/Profile/Streaming',
  `onvif://www.onvif.org/name/${encodeURIComponent(options.name)}`,
  `onvif://www.onvif.org/hardware/${encodeURIComponent(options.model)}`,
  'onvif://www.onvif.org/location/country/china',
]

/** A stable MAC address and endpoint, derived from the serial number unless there is another identity. */
export const macOf = ({ identity, serial }: CameraOptions): string =>
  `02:00:${hexOf(identity ?? serial, 4)
    .match(/../g)!
    .join(':')}`
export const endpointOf = ({ identity, serial }: CameraOptions): string =>
  `urn:uuid:5351494d-0000-4000-8000-${hexOf(identity ?? serial, 6)}`
const hexOf = (text: string, bytes: number): string =>
  Buffer.from(text.padStart(bytes, '0').slice(-bytes)).toString('hex')

/** The actions of the device service. */
export function deviceService(context: CameraContext): Service {
  const { options, host } = context
  const at = (service: string): string => `http://${host}:${context.port()}/onvif/${service}`
  const services = [
    { namespace: ns.tds, address: at('device_service'), version: [2, 60] },
    ...(hasMedia(options, 'one')
      ? [{ namespace: ns.trt, address: at('media_service'), version: [2, 60] }]
      : []),
    ...(hasMedia(options, 'two')
      ? [{ namespace: ns.tr2, address: at('media2_service'), version: [2, 60] }]
      : []),
    ...(options.ptz ? [{ namespace: ns.tptz, address: at('ptz_service'), version: [2, 60] }] : []),
  ] as const
  const dateTime = (tag: string, time: Date): string =>
    `<tt:${tag}><tt:Time><tt:Hour>${time.getUTCHours()}</tt:Hour><tt:Minute>` +
    `${time.getUTCMinutes()}</tt:Minute><tt:Second>${time.getUTCSeconds()}</tt:Second></tt:Time>` +
    `<tt:Date><tt:Year>${time.getUTCFullYear()}</tt:Year><tt:Month>` +
    `${time.getUTCMonth() + 1}</tt:Month><tt:Day>${time.getUTCDate()}</tt:Day></tt:Date>` +
    `</tt:${tag}>`

  return {
    GetSystemDateAndTime: () => {
      const now = new Date(context.clock())
      return (
        '<tds:SystemDateAndTime><tt:DateTimeType>Manual</tt:DateTimeType>' +
        '<tt:DaylightSavings>false</tt:DaylightSavings><tt:TimeZone><tt:TZ>CST-8</tt:TZ>' +
        '</tt:TimeZone>' +
        dateTime('UTCDateTime', now) +
        dateTime('LocalDateTime', new Date(now.getTime() + 8 * 3_600_000)) +
        '</tds:SystemDateAndTime>'
      )
    },
    SetSystemDateAndTime: (request) => {
      const child = (element: Element | undefined, name: string) =>
        element?.children.find((one) => one.name === name)
      const utc = child(request, 'UTCDateTime')
      const [time, date] = [child(utc, 'Time'), child(utc, 'Date')]
      const number = (element: Element | undefined, name: string) => Number(child(element, name)?.text ?? NaN)
      const moment = Date.UTC(
        number(date, 'Year'),
        number(date, 'Month') - 1,
        number(date, 'Day'),
        number(time, 'Hour'),
        number(time, 'Minute'),
        number(time, 'Second'),
      )
      if (child(request, 'DateTimeType')?.text !== 'Manual' || !Number.isFinite(moment))
        throw invalidArgument('InvalidDateTime', 'An invalid date or time was specified.')
      context.setClock(moment)
      return ''
    },
    GetDeviceInformation: () =>
      '<tds:Manufacturer>Streetlight</tds:Manufacturer><tds:Model>' +
      `${escapeXml(options.model)}</tds:Model><tds:FirmwareVersion>` +
      `${options.firmware ?? 'V5.7.3 build 260301'}</tds:FirmwareVersion>` +
      `<tds:SerialNumber>${escapeXml(options.serial)}</tds:SerialNumber><tds:HardwareId>` +
      `HW-${escapeXml(options.model)}</tds:HardwareId>`,
    GetCapabilities: (request) => {
      const wanted = request.children.filter((child) => child.name === 'Category').map((child) => child.text)
      const all = wanted.length === 0 || wanted.includes('All')
      if (!all && wanted.includes('PTZ') && !options.ptz)
        throw invalidArgument('NoSuchService', 'The requested service is not supported')
      const device =
        `<tt:Device><tt:XAddr>${at('device_service')}</tt:XAddr><tt:System>` +
        '<tt:DiscoveryResolve>false</tt:DiscoveryResolve><tt:DiscoveryBye>' +
        'false</tt:DiscoveryBye><tt:RemoteDiscovery>false</tt:RemoteDiscovery>' +
        '<tt:SystemBackup>false</tt:SystemBackup><tt:SystemLogging>' +
        'false</tt:SystemLogging><tt:FirmwareUpgrade>false</tt:FirmwareUpgrade>' +
        '<tt:SupportedVersions><tt:Major>2</tt:Major><tt:Minor>60</tt:Minor>' +
        '</tt:SupportedVersions></tt:System><tt:Security><tt:TLS1.1>' +
        'false</tt:TLS1.1><tt:TLS1.2>false</tt:TLS1.2><tt:OnboardKeyGeneration>' +
        'false</tt:OnboardKeyGeneration><tt:AccessPolicyConfig>' +
        'false</tt:AccessPolicyConfig><tt:X.509Token>false</tt:X.509Token>' +
        '<tt:SAMLToken>false</tt:SAMLToken><tt:KerberosToken>' +
        'false</tt:KerberosToken><tt:RELToken>false</tt:RELToken></tt:Security>' +
        '</tt:Device>'
      const media =
        `<tt:Media><tt:XAddr>${at('media_service')}</tt:XAddr>` +
        '<tt:StreamingCapabilities><tt:RTPMulticast>false</tt:RTPMulticast>' +
        '<tt:RTP_TCP>true</tt:RTP_TCP><tt:RTP_RTSP_TCP>true</tt:RTP_RTSP_TCP>' +
        '</tt:StreamingCapabilities></tt:Media>'
      const ptz = options.ptz ? `<tt:PTZ><tt:XAddr>${at('ptz_service')}</tt:XAddr></tt:PTZ>` : ''
      return (
        '<tds:Capabilities>' +
        (all || wanted.includes('Device') ? device : '') +
        (hasMedia(options, 'one') && (all || wanted.includes('Media')) ? media : '') +
        (all || wanted.includes('PTZ') ? ptz : '') +
        '</tds:Capabilities>'
      )
    },
    GetServices: () =>
      services
        .map(
          ({ namespace, address, version }) =>
            `<tds:Service><tds:Namespace>${namespace}</tds:Namespace><tds:XAddr>` +
            `${address}</tds:XAddr><tds:Version><tt:Major>${version[0]}</tt:Major><tt:Minor>` +
            `${version[1]}</tt:Minor></tds:Version></tds:Service>`,
        )
        .join(''),
    GetServiceCapabilities: () =>
      '<tds:Capabilities><tds:Network NTP="0" IPFilter="false"/><tds:Security ' +
      'UsernameToken="true" HttpDigest="true" MaxUsers="8"/><tds:System DiscoveryBye="false" ' +
      'SystemLogging="false"/></tds:Capabilities>',
    GetNetworkInterfaces: () =>
      '<tds:NetworkInterfaces token="eth0"><tt:Enabled>true</tt:Enabled><tt:Info><tt:Name>' +
      `eth0</tt:Name><tt:HwAddress>${macOf(options)}</tt:HwAddress><tt:MTU>1500</tt:MTU>` +
      '</tt:Info>' +
      '<tt:IPv4><tt:Enabled>true</tt:Enabled><tt:Config><tt:Manual><tt:Address>' +
      `${host}</tt:Address><tt:PrefixLength>24</tt:PrefixLength></tt:Manual><tt:DHCP>` +
      'false</tt:DHCP></tt:Config></tt:IPv4></tds:NetworkInterfaces>',
    GetScopes: () =>
      scopesOf(context)
        .map(
          (scope) =>
            `<tds:Scopes><tt:ScopeDef>Fixed</tt:ScopeDef><tt:ScopeItem>${scope}</tt:ScopeItem></tds:Scopes>`,
        )
        .join(''),
    GetHostname: () =>
      '<tds:HostnameInformation><tt:FromDHCP>false</tt:FromDHCP><tt:Name>' +
      `${escapeXml(options.serial.toLowerCase())}</tt:Name></tds:HostnameInformation>`,
    GetWsdlUrl: () => `<tds:WsdlUrl>http://www.onvif.org/</tds:WsdlUrl>`,
    GetEndpointReference: () => `<tds:GUID>${endpointOf(options).slice(9)}</tds:GUID>`,
    GetUsers: () =>
      `<tds:User><tt:Username>${escapeXml(context.username)}</tt:Username><tt:UserLevel>` +
      'Administrator</tt:UserLevel></tds:User>',
    SystemReboot: () => {
      context.reboot()
      return '<tds:Message>Rebooting in 0 seconds</tds:Message>'
    },
  }
}
