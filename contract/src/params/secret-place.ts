/**
 * Where a stored secret may be sent: only to the scheme, host and port it was stored for. The device and the
 * forms run these rules on the values before and after a change.
 */
import { platform_urls } from './platform-urls.ts'
import { hostPortOf, type Issue } from '../core/rules.ts'
import { mailServerOf, mqtt_port, type ParamGroup } from './params.ts'
import { holdsMask } from '../core/mask.ts'
import { hasStrayMask, placeOf } from './url-secrets.ts'

type Values = Readonly<Record<string, unknown>>

function mailPlaceOf(server: string): string {
  const place = mailServerOf(server)
  return place ? `${place.tls}//${place.host.toLowerCase().replace(/\.$/, '')}:${place.port}` : ''
}

function brokerPlaceOf(broker: string): string {
  const place = hostPortOf(broker)
  return place ? `mqtts//${place.host.toLowerCase().replace(/\.$/, '')}:${place.port ?? mqtt_port}` : ''
}

type Rule = { secret: string; addresses: readonly string[]; placeOf: (address: string) => string }

/** The secret of each group, and the address fields it is used for. */
const group_rules: { readonly [Group in ParamGroup]?: Rule } = {
  storage_param: { secret: 'password', addresses: ['endpoint'], placeOf },
  platform_param: { secret: 'extra_info', addresses: ['auth_url'], placeOf },
  alarm_param: { secret: 'from_auth', addresses: ['email_server'], placeOf: mailPlaceOf },
  mqtt_param: { secret: 'password', addresses: ['broker'], placeOf: brokerPlaceOf },
}
/** The fields with a URL, which may have a secret in its query (url-secrets.ts). */
export const url_fields: { readonly [Group in ParamGroup]?: readonly string[] } = {
  storage_param: ['endpoint'],
  platform_param: platform_urls,
}
export const camera_urls = ['stream_url_main', 'stream_url_sub', 'frame_url'] as const

const common_rule: Rule = { secret: 'password', addresses: camera_urls, placeOf }
/** The addresses of an ONVIF camera that a user may type; the others come from the camera. */
const onvif_rule: Rule = { ...common_rule, addresses: ['stream_url_main', 'stream_url_sub'] }

/** Whether an address after the change is at a place where no address was before. */
function usesNewPlace({ addresses, placeOf: place }: Rule, before: Values, after: Values): boolean {
  const text = (values: Values, name: string) => String(values[name] ?? '')
  const known = new Set(addresses.map((name) => place(text(before, name))))
  return addresses.some((name) => text(after, name) !== '' && !known.has(place(text(after, name))))
}

/** Whether the secret of this group, stored for `before`, must not be sent to the addresses of `after`. */
export function leavesPlace(group: ParamGroup, before: Values, after: Values): boolean {
  const found = group_rules[group]
  return found !== undefined && usesNewPlace(found, before, after)
}

/**
 * Like `leavesPlace`, for the password of a camera; the places of an ONVIF camera are its host and port, and
 * those of its streams.
 */
export function cameraLeavesPlace(before: Values, after: Values): boolean {
  if ('onvif_port' in after && !('frame_url' in after)) {
    const host = (values: Values) => String(values['ipv4']).toLowerCase().replace(/\.$/, '')
    const moved = host(before) !== host(after) || before['onvif_port'] !== after['onvif_port']
    return moved || usesNewPlace(onvif_rule, before, after)
  }
  return usesNewPlace(common_rule, before, after)
}

/** The issues of masks in URLs for which no value is stored at the place of the URL. */
export const urlMaskIssues = (fields: readonly string[], before: Values, after: Values): Issue[] =>
  fields
    .filter((field) => hasStrayMask(String(after[field] ?? ''), String(before[field] ?? '')))
    .map((field) => ({ field, issue: 'secret_place' }))

/** The issues of a form whose stored secrets would be sent elsewhere; `before` is as the device shows it. */
export function groupPlaceIssues(group: ParamGroup, before: Values, after: Values): Issue[] {
  const urls = urlMaskIssues(url_fields[group] ?? [], before, after)
  const secret = group_rules[group]?.secret
  if (secret === undefined || !leavesPlace(group, before, after)) return urls
  const kept =
    secret === 'extra_info'
      ? holdsMask(String(after[secret] ?? ''))
      : before[`${secret}_set`] === true && (after[secret] ?? '') === ''
  return kept ? [...urls, { field: secret, issue: 'secret_place' }] : urls
}

/** Like `groupPlaceIssues`, for the form of a camera. */
export function cameraPlaceIssues(before: Values, after: Values): Issue[] {
  const urls = urlMaskIssues(camera_urls, before, after)
  const kept =
    before['password_set'] === true && (after['password'] ?? '') === '' && cameraLeavesPlace(before, after)
  return kept ? [...urls, { field: 'password', issue: 'secret_place' }] : urls
}
