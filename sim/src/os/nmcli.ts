/**
 * The part of NetworkManager 1.42's nmcli that the device server uses: one wired card with one connection
 * profile. Long because of the program's many messages.
 */
import { device, isIpv4, uuid, type Card, type Profile } from './card.ts'
import type { ProgramOutput, SimulatedProgram } from './machine.ts'

export const device_path = '/org/freedesktop/NetworkManager/Devices/2'
const profile_name = 'Wired connection 1'
const not_running: ProgramOutput = { status: 8, stderr: 'Error: NetworkManager is not running.\n' }
const wrong = (message: string, status = 2): ProgramOutput => ({ status, stderr: `Error: ${message}\n` })

export function createNmcli(card: Card): SimulatedProgram {
  const deviceFields = (): Record<string, string> => ({
    DEVICE: device,
    TYPE: 'ethernet',
    STATE: card.carrier ? 'connected' : 'unavailable',
    'DBUS-PATH': device_path,
    CONNECTION: card.carrier ? (card.netplan ? `netplan-${device}` : profile_name) : '',
    'CON-UUID': card.carrier ? uuid : '',
    'CON-PATH': card.carrier ? '/org/freedesktop/NetworkManager/ActiveConnection/1' : '',
  })
  const loopback: Record<string, string> = {
    DEVICE: 'lo',
    TYPE: 'loopback',
    STATE: 'connected (externally)',
    'DBUS-PATH': '/org/freedesktop/NetworkManager/Devices/1',
    CONNECTION: '',
    'CON-UUID': '',
    'CON-PATH': '',
  }

  function deviceStatus(fields: readonly string[]): ProgramOutput {
    const odd = fields.find((field) => !(field in loopback))
    if (odd !== undefined)
      return wrong(
        `'device status': invalid field '${odd}'; allowed fields: ` +
          'DEVICE,TYPE,STATE,IP4-CONNECTIVITY,IP6-CONNECTIVITY,DBUS-PATH,CONNECTION,CON-UUID,CON-PATH',
      )
    return {
      stdout: [deviceFields(), loopback]
        .map((row) => fields.map((field) => escaped(row[field] ?? '')).join(':'))
        .join('\n')
        .concat('\n'),
    }
  }

  function deviceShow(name: string | undefined, fields: readonly string[]): ProgramOutput {
    if (name !== device) return wrong(`Device '${name ?? ''}' not found.`, 10)
    if (fields.join() !== 'IP4.DNS')
      return wrong(
        `'device show': invalid field '${fields.join()}'; allowed fields: ` +
          'GENERAL,CAPABILITIES,INTERFACE-FLAGS,WIRED-PROPERTIES,IP4,IP6',
      )
    return {
      stdout: card.carrier
        ? card.now.dns.map((address, at) => `IP4.DNS[${at + 1}]:${address}\n`).join('')
        : '',
    }
  }

  function connectionShow(id: string | undefined, fields: readonly string[]): ProgramOutput {
    if (id !== uuid && id !== profile_name) return wrong(`${id ?? ''} - no such connection profile.`, 10)
    const { method, addresses, gateway, dns, ignore_auto_dns } = card.profile
    const values: Record<string, string> = {
      'ipv4.method': method,
      'ipv4.addresses': addresses.join(', '),
      'ipv4.gateway': gateway,
      'ipv4.dns': dns.join(','),
      'ipv4.ignore-auto-dns': ignore_auto_dns,
    }
    const odd = fields.find((field) => !(field in values))
    if (odd !== undefined)
      return wrong(`invalid field '${odd}'; allowed fields: ${Object.keys(values).join(',')}`)
    return { stdout: fields.map((field) => `${field}:${values[field]!}\n`).join('') }
  }

  function connectionModify(args: readonly string[]): ProgramOutput {
    const temporary = args[0] === '--temporary'
    const [keyword, id, ...settings] = temporary ? args.slice(1) : args
    if (keyword !== 'uuid' || id !== uuid) return wrong(`unknown connection '${id ?? ''}'.`, 10)
    const next = { ...card.profile }
    for (let at = 0; at < settings.length; at += 2) {
      const [name = '', value] = settings.slice(at, at + 2)
      if (value === undefined) return wrong(`value for '${name}' is missing.`)
      const problem = set(next, name, value)
      if (problem !== undefined) return wrong(problem)
    }
    const problem = verify(next)
    if (problem !== undefined) return wrong(`Failed to modify connection '${profile_name}': ${problem}`, 1)
    card.profile = next
    if (!temporary) card.keep(next)
    return {}
  }

  function activate(how: 'reapply' | 'up'): ProgramOutput {
    if (!card.carrier)
      return wrong(
        'Connection activation failed: No suitable device found for this connection (device eth0 ' +
          'not available because device has no carrier).',
        4,
      )
    const refusal = card.apply(card.profile)
    if (refusal !== undefined) {
      // A caller tries `up` next, which must fail in the same way.
      if (how === 'reapply') card.failNext(refusal)
      return wrong(
        how === 'reapply'
          ? `Reapplying connection to device '${device}' (${uuid}) failed: ${refusal}`
          : `Connection activation failed: ${refusal}`,
        how === 'reapply' ? 6 : 4,
      )
    }
    return {
      stdout:
        how === 'reapply'
          ? `Connection successfully reapplied to device '${device}'.\n`
          : 'Connection successfully activated (D-Bus active path: ' +
            '/org/freedesktop/NetworkManager/ActiveConnection/2)\n',
    }
  }

  return (args) => {
    const { fields, rest, odd } = readOptions(args)
    if (odd !== undefined) return wrong(`Option '${odd}' is unknown, try 'nmcli -help'.`)
    if (card.manager !== 'networkmanager') return not_running
    const [object, command, ...more] = rest
    switch (`${object} ${command}`) {
      case 'device status':
        return deviceStatus(fields)
      case 'device show':
        return deviceShow(more[0], fields)
      case 'device reapply':
        return more[0] === device ? activate('reapply') : wrong(`Device '${more[0] ?? ''}' not found.`, 10)
      case 'connection show':
        return connectionShow(more[0], fields)
      case 'connection modify':
        return connectionModify(more)
      case 'connection up':
        return more[0] === 'uuid' && more[1] === uuid
          ? activate('up')
          : wrong(`unknown connection '${more[1] ?? ''}'.`, 10)
      default:
        return wrong(`argument '${command ?? object ?? ''}' not understood. Try passing --help instead.`)
    }
  }
}

/** Options before the object: `-t`, `-f FIELDS`, `--wait SECONDS`. */
function readOptions(args: readonly string[]): { fields: string[]; rest: readonly string[]; odd?: string } {
  let fields: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    if (!arg.startsWith('-')) return { fields, rest: args.slice(at) }
    if (arg === '-f') fields = (args[++at] ?? '').split(',')
    else if (arg === '--wait') at++
    else if (arg !== '-t') return { fields, rest: [], odd: arg }
  }
  return { fields, rest: [] }
}

type Changing = { -readonly [Name in keyof Profile]: Profile[Name] }

/** Sets a property; returns nmcli's message if it rejects the value. */
function set(profile: Changing, name: string, value: string): string | undefined {
  const list = value.split(/[\s,]+/).filter(Boolean)
  switch (name) {
    case 'ipv4.method': {
      if (value !== 'auto' && value !== 'manual')
        return (
          `failed to modify ipv4.method: '${value}' not among [auto, link-local, manual, ` +
          'shared, disabled].'
        )
      profile.method = value
      return undefined
    }
    case 'ipv4.addresses': {
      const bad = list.find(
        (one) => !isIpv4(one.split('/')[0]!) || !/^(\d|[12]\d|3[0-2])$/.test(one.split('/')[1] ?? '32'),
      )
      if (bad !== undefined)
        return `failed to modify ipv4.addresses: invalid IP address: Invalid IPv4 address '${bad}'.`
      profile.addresses = list.map((one) => (one.includes('/') ? one : `${one}/32`))
      return undefined
    }
    case 'ipv4.gateway': {
      if (value !== '' && !isIpv4(value))
        return `failed to modify ipv4.gateway: invalid gateway address '${value}'.`
      profile.gateway = value
      return undefined
    }
    case 'ipv4.dns': {
      profile.dns = list // checked by `verify`
      return undefined
    }
    case 'ipv4.ignore-auto-dns': {
      if (value !== 'yes' && value !== 'no')
        return (
          `failed to modify ipv4.ignore-auto-dns: '${value}' is not valid; use [true, yes, ` +
          'on] or [false, no, off].'
        )
      profile.ignore_auto_dns = value
      return undefined
    }
    default:
      return (
        `invalid or not allowed setting '${name.split('.')[0]!}': '${name.split('.')[0]!}' ` +
        'not among [connection, 802-3-ethernet (ethernet), 802-1x, dcb, sriov, ethtool, ' +
        'match, ipv4, ipv6, hostname, tc, proxy].'
      )
  }
}

function verify({ method, addresses, gateway, dns }: Profile): string | undefined {
  const bad = dns.findIndex((one) => !isIpv4(one))
  if (bad >= 0) return `ipv4.dns: ${bad + 1}. DNS server address is invalid`
  if (method === 'manual' && addresses.length === 0)
    return "ipv4.addresses: this property cannot be empty for 'method=manual'"
  return addresses.length === 0 && gateway !== ''
    ? 'ipv4.gateway: gateway cannot be set if there are no addresses configured'
    : undefined
}

const escaped = (value: string): string => value.replace(/[\\:]/g, '\\$&')
