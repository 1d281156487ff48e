/** The VPN account and its tunnel (spec §3 "VPN", §5, §7; docs/vpn.md). */
import type { Trials } from './trial.ts'
import {
  hostPortOf,
  placeOf,
  readVpnConfig,
  vpnHosts,
  registerUrl,
  vpnFileNameIssue,
  type VpnConfig,
  type Answer,
  type Body,
} from '@parking/contract'
import { hostIssue, urlIssue, type Reach } from '../core/outbound/address.ts'
import { trustIssue } from '../core/outbound/trust.ts'
import { badField, badFields, failedBecause, type Refusal } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { deviceName } from './device.store.ts'
import {
  storeVpnAccount,
  storeVpnRegistrar,
  vpnAccount,
  vpnIsWanted,
  vpnRegistrar,
  type VpnAccount,
} from './vpn-account.ts'

type Needs = CallContext & { trials: Trials }

export async function registerVpnOnline(
  { register_address, key, server_trust: typed }: Body<'register_vpn_online'>,
  context: Needs,
): Promise<Answer<'register_vpn_online'>> {
  const address = register_address.trim()
  const url = registerUrl(address)
  if (url === undefined) throw badField('register_address', 'url')
  // A key must not cross a network unencrypted. http is only for the simulated street, whose registrar is on
  // loopback.
  const clear =
    url.startsWith('http:') &&
    !(context.allow_loopback && hostIssue(new URL(url).hostname, { allow_loopback: false }) !== undefined)
  const issue = clear ? 'url_forbidden' : urlIssue(url, context)
  if (issue) throw badField('register_address', issue)
  if (key === '') throw badField('key', 'required')
  const server_trust = typed ?? trustAt(url, context)
  const untrusted = trustIssue(server_trust)
  if (untrusted) throw badField('server_trust', untrusted)
  await mustBeOff(context)
  const { host_sn } = await context.host.identity()
  storeVpnRegistrar(context, { register_address: address, server_trust })
  const { file_name, content } = await context.vpn.register({
    url,
    host_sn,
    name: deviceName(context.db),
    key,
    trust: server_trust,
  })
  const config = readChecked(content, context)
  const wrong = config.issues[0]
  if (vpnFileNameIssue(file_name) || wrong)
    throw failedBecause(
      'bad_answer',
      'The registrar sent a configuration that is refused',
      wrong ? `line ${wrong.limit ?? 0}: ${wrong.issue}` : 'file_name',
    )
  await install(context, { register_address: address, file_name }, content, config)
  return {}
}

/** The stored trust, which applies only to the registrar that it was stored for. */
function trustAt(url: string, { db }: Needs): string {
  const { register_address, server_trust } = vpnRegistrar(db)
  return placeOf(registerUrl(register_address) ?? '') === placeOf(url) ? server_trust : ''
}

export async function registerVpnOffline(
  { file_name, content }: Body<'register_vpn_offline'>,
  context: Needs,
): Promise<Answer<'register_vpn_offline'>> {
  const config = readChecked(content, context)
  if (config.issues.length > 0) throw badFields(config.issues)
  await mustBeOff(context)
  await install(context, { register_address: '', file_name }, content, config)
  return {}
}

/** OpenVPN must not connect to a host that the server itself must not connect to. */
function readChecked(content: string, reach: Reach): VpnConfig {
  const config = readVpnConfig(content)
  const forbidden = vpnHosts(content).flatMap(({ host, line }) =>
    hostIssue(host, reach) === 'url_forbidden'
      ? [{ field: 'content', issue: 'vpn_forbidden' as const, limit: line }]
      : [],
  )
  return { ...config, issues: [...config.issues, ...forbidden] }
}

export async function getVpnInfo(context: Needs): Promise<Answer<'get_vpn_info'>> {
  const account = vpnAccount(context.db)
  const now = await context.vpn.read()
  const wanted = vpnIsWanted(context)
  // If the program exited although the tunnel is wanted, it has failed: a refused password ends it with exit
  // code 0. A failed tunnel that is no longer wanted is off.
  const status =
    wanted && now.status === 'off' ? 'failed' : !wanted && now.status === 'failed' ? 'off' : now.status
  const reason = status === 'off' || status === 'connected' ? '' : now.reason
  return {
    server: account?.server ?? '',
    netmask: now.netmask,
    ipv4: now.ipv4,
    register_address: account?.register_address ?? '',
    server_trust: vpnRegistrar(context.db).server_trust,
    key: '',
    key_set: (account?.register_address ?? '') !== '',
    supported: now.supported,
    status,
    registered: account !== null,
    file_name: account?.file_name ?? '',
    reason,
    takes_default_route: account?.takes_default_route ?? false,
    up_s: now.up_s,
    bytes_in: now.bytes_in,
    bytes_out: now.bytes_out,
  }
}

export async function startVpn(context: Needs): Promise<Answer<'start_vpn'>> {
  const account = mustBeRegistered(context)
  const { status } = await context.vpn.read()
  if (context.trials.runs('vpn')) throw failedBecause('trial_running', 'The VPN is being tried already')
  if (account.takes_default_route && status !== 'connected' && status !== 'connecting') {
    const begun = await context.trials.begin(context, {
      kind: 'vpn',
      before: { server: '' },
      after: { server: account.server },
      apply: () => context.vpn.start(),
    })
    storeVpnAccount(context, { ...account, wanted: { trial: begun.trial.id } })
    return begun
  }
  if (status !== 'connected' && status !== 'connecting') await context.vpn.start()
  storeVpnAccount(context, { ...account, wanted: 'yes' })
  return {}
}

export async function stopVpn(context: Needs): Promise<Answer<'stop_vpn'>> {
  const account = mustBeRegistered(context)
  if (context.trials.runs('vpn')) await context.trials.cancel(context)
  // First, so that the watch does not start it again.
  storeVpnAccount(context, { ...account, wanted: 'no' })
  await context.vpn.stop()
  return {}
}

export async function cancelVpn(context: Needs): Promise<Answer<'cancel_vpn'>> {
  mustBeRegistered(context)
  if (context.trials.runs('vpn')) await context.trials.cancel(context)
  await context.vpn.remove()
  storeVpnAccount(context, null)
  return {}
}

const notRegistered = (): Refusal => failedBecause('not_registered', 'There is no VPN account')

function mustBeRegistered({ db }: Needs): VpnAccount {
  const account = vpnAccount(db)
  if (!account) throw notRegistered()
  return account
}

/** A configuration changed while the tunnel is running would take effect later, at an unexpected moment. */
async function mustBeOff({ vpn, trials }: Needs): Promise<void> {
  const { status } = await vpn.read()
  if (status === 'connected' || status === 'connecting' || trials.runs('vpn'))
    throw failedBecause('vpn_running', 'The VPN is running: stop it first')
}

async function install(
  context: Needs,
  from: Pick<VpnAccount, 'register_address' | 'file_name'>,
  content: string,
  { remotes, takes_default_route }: VpnConfig,
): Promise<void> {
  const [first] = remotes
  await context.vpn.install(content)
  storeVpnAccount(context, {
    ...from,
    server: first ? serverOf(first.host, first.port) : '',
    takes_default_route,
    wanted: 'no',
  })
}

const serverOf = (host: string, port: number): string =>
  hostPortOf(host) ? `${host}:${port}` : `[${host}]:${port}`
