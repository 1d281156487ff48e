/**
 * The rules between the fields of a group. Both the device and the forms run them on the whole group as it
 * would be after a change.
 */
import { storage_protocol, timer_mode } from '../core/codes.ts'
import { keyTemplateIssue } from './key-template.ts'
import type { ParamGroup, Params } from './params.ts'
import { isUrl, type Issue } from '../core/rules.ts'
import { directoryIssue } from './storage-place.ts'

/**
 * A result that is not reported cannot be decided automatically, and timer pictures closer together than
 * `merge_seconds` would be merged.
 */
export function algIssues(param: Params['alg_param']): Issue[] {
  const issues: Issue[] = []
  for (const field of ['auto_event_th', 'auto_upload_th'] as const) {
    if (param[field] < param.event_th) issues.push({ field, issue: 'too_small', limit: param.event_th })
  }
  if (param.timer_mode !== timer_mode.off && param.timer_seconds <= param.merge_seconds)
    issues.push({ field: 'timer_seconds', issue: 'too_small', limit: param.merge_seconds + 1 })
  return issues
}

/** The rules between plans (spec §5) are part of the schema. */
export const scheduleIssues = (_: Params['schedule_param']): Issue[] => []

/** Privacy protection draws over pictures, which requires processing them: it must never be off unnoticed. */
export const eventIssues = (param: Params['event_param']): Issue[] =>
  param.privacy_protection && !param.images_process
    ? [{ field: 'privacy_protection', issue: 'needs_processing' }]
    : []

/**
 * Endpoint and directory must fit the protocol, and the template must never give two pictures the same name.
 */
export function storageIssues(param: Omit<Params['storage_param'], 'server_trust'>): Issue[] {
  const schemes = param.protocol === storage_protocol.ftp ? ['ftp', 'ftps'] : ['http', 'https']
  const issues: Issue[] =
    param.endpoint === '' || isUrl(param.endpoint, schemes) ? [] : [{ field: 'endpoint', issue: 'url' }]
  const directory = directoryIssue(param)
  if (directory) issues.push(directory)
  const key_re = keyTemplateIssue(param.key_re)
  if (key_re) issues.push({ field: 'key_re', issue: key_re })
  return issues
}

/** The addresses of the platform are independent of each other. */
export const platformIssues = (_: Params['platform_param']): Issue[] => []

/** Recipients require a mail server, and each recipient is listed once. */
export function alarmIssues(param: Params['alarm_param']): Issue[] {
  const issues: Issue[] =
    param.to_email.length > 0 && param.email_server === ''
      ? [{ field: 'email_server', issue: 'required' }]
      : []
  const lower = param.to_email.map((one) => one.toLowerCase())
  for (const [at, one] of lower.entries())
    if (lower.indexOf(one) < at) issues.push({ field: `to_email.${at}`, issue: 'duplicate' })
  return issues
}

/** An enabled broker must have an address. */
export const mqttIssues = (param: Params['mqtt_param']): Issue[] =>
  param.enabled && param.broker === '' ? [{ field: 'broker', issue: 'required' }] : []

export const param_issues: { readonly [Group in ParamGroup]: (param: Params[Group]) => Issue[] } = {
  alg_param: algIssues,
  schedule_param: scheduleIssues,
  event_param: eventIssues,
  storage_param: storageIssues,
  platform_param: platformIssues,
  alarm_param: alarmIssues,
  mqtt_param: mqttIssues,
}
