/**
 * Where a stored secret may go: to the scheme, host and port that it was stored for, and nowhere else. The
 * device and the forms run these rules on the values before and after a change.
 */
import type { Issue } from '../core/rules.ts'
import { mailServerOf, type ParamGroup } from './params.ts'

type Values = Readonly<Record<string, unknown>>

/** Ports that URL does not know as the default of their scheme. */
const default_ports: Readonly<Record<string, string>> = { 'rtsp:': '554', 'rtsps:': '322', 'ftps:': '990' }

/** Scheme, host and port of a URL, with defaults written out; empty for none. A name is never its address. */
export function placeOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return `${protocol}//${host}:${port || (default_ports[protocol] ?? '')}`
}

function mailPlaceOf(server: string): string {
  const place = mailServerOf(server)
  return place ? `${place.tls}//${place.host.toLowerCase().replace(/\.$/, '')}:${place.port}` : ''
}

type Rule = { secret: string; addresses: readonly string[]; placeOf: (address: string) => string }

/** The secret of each group, and the addresses it is used at. */
const group_rules: { readonly [Group in ParamGroup]?: Rule } = {
  storage_param: { secret: 'password', addresses: ['endpoint'], placeOf },
  platform_param: { secret: 'extra_info', addresses: ['auth_url'], placeOf },
  alarm_param: { secret: 'from_auth', addresses: ['email_server'], placeOf: mailPlaceOf },
}
const common_rule: Rule = {
  secret: 'password',
  addresses: ['frame_url', 'stream_url_main', 'stream_url_sub'],
  placeOf,
}

/** Whether an address after the change is at a place where none was before. */
function leaves({ addresses, placeOf: place }: Rule, before: Values, after: Values): boolean {
  const text = (values: Values, name: string) => String(values[name] ?? '')
  const known = new Set(addresses.map((name) => place(text(before, name))))
  return addresses.some((name) => text(after, name) !== '' && !known.has(place(text(after, name))))
}

/** Whether the secret of this group, stored for `before`, has no business at the addresses of `after`. */
export function leavesPlace(group: ParamGroup, before: Values, after: Values): boolean {
  const found = group_rules[group]
  return found !== undefined && leaves(found, before, after)
}

/** The same for the password of a camera; an ONVIF camera is at its host and port. */
export function cameraLeavesPlace(before: Values, after: Values): boolean {
  if ('onvif_port' in after && !('frame_url' in after)) {
    const host = (values: Values) => String(values['ipv4']).toLowerCase().replace(/\.$/, '')
    return host(before) !== host(after) || before['onvif_port'] !== after['onvif_port']
  }
  return leaves(common_rule, before, after)
}

/** The issue of a form whose stored secret would go elsewhere; `before` is as the device shows it. */
export function groupPlaceIssues(group: ParamGroup, before: Values, after: Values): Issue[] {
  const secret = group_rules[group]?.secret
  if (secret === undefined || !leavesPlace(group, before, after)) return []
  const kept =
    secret === 'extra_info'
      ? String(after[secret] ?? '').includes('******')
      : before[`${secret}_set`] === true && (after[secret] ?? '') === ''
  return kept ? [{ field: secret, issue: 'secret_place' }] : []
}

export const cameraPlaceIssues = (before: Values, after: Values): Issue[] =>
  before['password_set'] === true && (after['password'] ?? '') === '' && cameraLeavesPlace(before, after)
    ? [{ field: 'password', issue: 'secret_place' }]
    : []
