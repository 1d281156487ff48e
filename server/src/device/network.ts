/** Address and name servers, changed as a trial (spec §3 "Network", §7). */
import type { Trials } from './trial.ts'
import type { DeviceCertificate } from '../tls/device-certificate.ts'
import { dnsSettingsIssues, ipv4SettingsIssues, type Answer, type Body } from '@parking/contract'
import { badField, badFields } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'

type Needs = CallContext & { trials: Trials; certificate: DeviceCertificate }

export async function getIpv4({ network }: Needs): Promise<Answer<'get_ipv4'>> {
  const { ipv4, netmask, gateway, macaddr, interface: name, dhcp, manager, netplan } = await network.read()
  return { ipv4, netmask, gateway, macaddr, interface: name, dhcp, manager, netplan }
}

export async function setIpv4(wanted: Body<'set_ipv4'>, context: Needs): Promise<Answer<'set_ipv4'>> {
  const issues = ipv4SettingsIssues(wanted, context)
  if (issues.length > 0) throw badFields(issues)
  const now = await context.network.read()
  // An address assigned by DHCP may be submitted unchanged, which makes it static.
  const same =
    !now.dhcp && wanted.ipv4 === now.ipv4 && wanted.netmask === now.netmask && wanted.gateway === now.gateway
  if (same) throw badField('ipv4', 'same_as_before')
  if (wanted.ipv4 !== now.ipv4 && !context.trials.runs() && (await context.network.inUse(wanted.ipv4)))
    throw badField('ipv4', 'address_in_use')
  context.certificate.cover(wanted.ipv4)
  const before = { ipv4: now.ipv4, netmask: now.netmask, gateway: now.gateway }
  return context.trials.begin(context, {
    kind: 'ipv4',
    before,
    after: { ...wanted },
    apply: (way) => context.network.change(way, wanted),
  })
}

export async function getDns({ network }: Needs): Promise<Answer<'get_dns'>> {
  const { dns_main, dns_sub } = await network.read()
  return { dns_main, dns_sub }
}

export async function setDns(wanted: Body<'set_dns'>, context: Needs): Promise<Answer<'set_dns'>> {
  const issues = dnsSettingsIssues(wanted)
  if (issues.length > 0) throw badFields(issues)
  const { dns_main, dns_sub } = await context.network.read()
  if (wanted.dns_main === dns_main && wanted.dns_sub === dns_sub) throw badField('dns_main', 'same_as_before')
  return context.trials.begin(context, {
    kind: 'dns',
    before: { dns_main, dns_sub },
    after: { ...wanted },
    apply: (way) => context.network.change(way, wanted),
  })
}
