/** The first three steps of the guided check: cable, gateway, name servers. */
import { isIP } from 'node:net'
import type { BoxClock } from '#src/device/box-clock.ts'
import type { Deps } from '#src/core/deps.ts'
import { platformParam } from '#src/platform/platform-param.store.ts'
import type { NetworkNow } from '#src/ports/network-port.ts'
import { SystemError } from '#src/ports/system-error.ts'
import type { Found } from './diagnose-found.ts'

const good = (facts: Found['facts']): Found => ({ result: 'good', finding: 'ok', facts })
const failed = (finding: Found['finding'], facts: Found['facts']): Found => ({
  result: 'failed',
  finding,
  facts,
})
const skipped = (finding: Found['finding'], facts: Found['facts'] = {}): Found => ({
  result: 'skipped',
  finding,
  facts,
})

export async function checkLink({ network }: Deps): Promise<Found> {
  const now = await network.read()
  const facts = factsOf(now)
  if (now.interface === '') return failed('no_interface', {})
  if (!now.carrier) return failed('no_cable', facts)
  return now.ipv4 === '' ? failed('no_address', facts) : good(facts)
}

const factsOf = ({ interface: name, ipv4, netmask, macaddr, dhcp }: NetworkNow): Found['facts'] => ({
  interface: name,
  ...(ipv4 && { ipv4, netmask, origin: dhcp ? 'dhcp' : 'set' }),
  ...(macaddr && { macaddr }),
})

/** A gateway need not answer an echo request: a reply to an ARP query is enough. */
export async function checkGateway({ network, reach }: Deps): Promise<Found> {
  const { gateway } = await network.read()
  if (gateway === '') return failed('no_gateway', {})
  const echo = await reach.echo(gateway).catch((error: unknown) => unsupported(error))
  if (typeof echo === 'number') return good({ gateway, ms: Math.round(echo * 10) / 10 })
  const neighbour = await network.inUse(gateway).catch((error: unknown) => unsupported(error))
  if (neighbour === true) return good({ gateway, by: 'arp' })
  if (echo instanceof SystemError && (neighbour instanceof SystemError || neighbour === null))
    return skipped('not_supported', { gateway, said: echo.detail || echo.message })
  return failed('gateway_silent', { gateway })
}

/**
 * Returns the error if this box cannot make the query. Any other error is a defect of the server: rethrows.
 */
function unsupported(error: unknown): SystemError {
  if (error instanceof SystemError) return error
  throw error
}

/**
 * Queries each name server for the names that this box needs: those of the
 * platform and of the time server. If all addresses are numeric, nothing is
 * queried: no name matters then, and the box must not look up other names.
 */
export async function checkDns(deps: Deps & { box_clock: BoxClock }): Promise<Found> {
  const names = await neededNames(deps)
  const { dns_main, dns_sub } = await deps.network.read()
  const servers = [...new Set([dns_main, dns_sub])].filter((server) => server !== '')
  if (names.length === 0)
    return skipped('no_names', { ...(servers.length > 0 && { servers: servers.join(', ') }) })
  if (servers.length === 0) return failed('no_dns', { names: names.join(', ') })
  const silent: string[] = []
  const results = await Promise.all(
    servers.map(async (server) => ({
      server,
      answers: await Promise.all(
        names.map(async (name) => ({ name, answer: await deps.reach.resolve(name, server) })),
      ),
    })),
  )
  for (const { server, answers } of results) {
    if (answers.some(({ answer }) => answer.kind === 'silent')) {
      silent.push(server)
      continue
    }
    const unknown = answers.flatMap(({ name, answer }) => (answer.kind === 'unknown' ? [name] : []))
    if (unknown.length > 0) return failed('dns_wrong', { server, name: unknown.join(', ') })
    const first = answers[0]
    const found = first?.answer.kind === 'found' ? first.answer : { addresses: [], ms: 0 }
    return good({
      server,
      name: first?.name ?? '',
      address: found.addresses.slice(0, 3).join(', '),
      ms: found.ms,
      ...(silent.length > 0 && { silent: silent.join(', ') }),
    })
  }
  return failed('dns_silent', { servers: silent.join(', '), name: names[0] ?? '' })
}

const url_fields = [
  'auth_url',
  'data_url',
  'device_hb_url',
  'device_init_url',
  'timer_data_url',
  'lot_state_url',
] as const

/** The first of the platform's addresses that is set. */
export function platformUrl(deps: Pick<Deps, 'db' | 'secrets'>): URL | undefined {
  const param = platformParam(deps)
  const url = url_fields.map((field) => param[field]).find((text) => text !== '' && URL.canParse(text))
  return url === undefined ? undefined : new URL(url)
}

async function neededNames(deps: Deps & { box_clock: BoxClock }): Promise<string[]> {
  const time = await deps.box_clock.read().catch(() => undefined)
  const hosts = [
    platformUrl(deps)?.hostname ?? '',
    time?.ntp_enabled ? time.ntp_server.replace(/:\d+$/, '') : '',
  ]
  return [...new Set(hosts.map((host) => host.replace(/^\[|\]$/g, '')))].filter(
    (host) => host !== '' && isIP(host) === 0 && host !== 'localhost',
  )
}
