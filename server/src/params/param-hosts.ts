/**
 * Refuses parameters that name a host to which the device must
 * not connect. Fields that a change omits are not checked.
 */
import { hostPortOf, mailServerOf, type Issue, type IssueKind, type ParamGroup } from '@parking/contract'
import { hostIssue, urlIssue, type Reach } from '../core/outbound/address.ts'
import { trustIssue } from '../core/outbound/trust.ts'

type HostCheck = (text: string, reach: Reach) => IssueKind | undefined

const mailIssue: HostCheck = (text, reach) => {
  const server = mailServerOf(text)
  return server && hostIssue(server.host, reach)
}

const brokerIssue: HostCheck = (text, reach) => {
  const broker = hostPortOf(text)
  return broker && hostIssue(broker.host, reach)
}

const fields: { readonly [Group in ParamGroup]?: Readonly<Record<string, HostCheck>> } = {
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
  const hosts = Object.entries(fields[group] ?? {}).flatMap(([field, check]) => {
    const text = given[field]
    const issue = typeof text === 'string' ? check(text, reach) : undefined
    return issue ? [{ field, issue }] : []
  })
  return [...hosts, ...trustIssues(given)]
}

/** Refuses a trust setting whose certificates cannot be read. */
export function trustIssues({ server_trust }: Readonly<Record<string, unknown>>): Issue[] {
  const issue = typeof server_trust === 'string' ? trustIssue(server_trust) : undefined
  return issue ? [{ field: 'server_trust', issue }] : []
}
