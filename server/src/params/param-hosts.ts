/**
 * Refuses parameters that name a host which the device may not
 * connect to. Fields that a change leaves out are not checked.
 */
import { hostPortOf, mailServerOf, type Issue, type IssueKind, type ParamGroup } from '@parking/contract'
import { hostIssue, urlIssue, type Reach } from '../core/outbound-address.ts'
import { trustIssue } from '../core/outbound-trust.ts'

type Look = (text: string, reach: Reach) => IssueKind | undefined

const mailIssue: Look = (text, reach) => {
  const server = mailServerOf(text)
  return server && hostIssue(server.host, reach)
}

const brokerIssue: Look = (text, reach) => {
  const broker = hostPortOf(text)
  return broker && hostIssue(broker.host, reach)
}

const fields: { readonly [Group in ParamGroup]?: Readonly<Record<string, Look>> } = {
  storage_param: { endpoint: urlIssue },
  platform_param: {
    auth_url: urlIssue,
    device_init_url: urlIssue,
    device_hb_url: urlIssue,
    data_url: urlIssue,
    timer_data_url: urlIssue,
    lot_state_url: urlIssue,
  },
  alarm_param: { email_server: mailIssue },
  mqtt_param: { broker: brokerIssue },
}

export function reachIssues(
  group: ParamGroup,
  given: Readonly<Record<string, unknown>>,
  reach: Reach,
): Issue[] {
  const hosts = Object.entries(fields[group] ?? {}).flatMap(([field, look]) => {
    const text = given[field]
    const issue = typeof text === 'string' ? look(text, reach) : undefined
    return issue ? [{ field, issue }] : []
  })
  return [...hosts, ...trustIssues(given)]
}

/** Certificates that nothing can read verify nothing. */
export function trustIssues({ server_trust }: Readonly<Record<string, unknown>>): Issue[] {
  const issue = typeof server_trust === 'string' ? trustIssue(server_trust) : undefined
  return issue ? [{ field: 'server_trust', issue }] : []
}
