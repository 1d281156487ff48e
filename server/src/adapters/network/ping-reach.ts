/**
 * Echo requests by iputils' ping, which may send them without root; name servers are queried directly over
 * UDP.
 */
import { Resolver } from 'node:dns/promises'
import { SystemError } from '#src/ports/system-error.ts'
import type { ReachPort } from '#src/ports/reach-port.ts'
import type { Program } from '../system/program.ts'

/** Errors of c-ares for an answer without an address: no such name, no data, refused, server failure. */
const answered: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'ENODATA',
  'EREFUSED',
  'ESERVFAIL',
  'EFORMERR',
  'ENOTIMP',
  'EBADRESP',
])

/** `dns_port` is 53 except in tests, whose name server may not use that port. */
export function pingReach(run: Program, { dns_port = 53 }: { dns_port?: number } = {}): ReachPort {
  return {
    async echo(ipv4) {
      const { status, stdout, stderr } = await run(['ping', '-n', '-c', '1', '-W', '2', ipv4], {
        timeout_ms: 4_000,
      })
      const ms = /\btime[=<]([\d.]+) ms\b/.exec(stdout)?.[1]
      if (status === 0 && ms !== undefined) return Number(ms)
      if (status === 1 || /unreachable/i.test(stderr)) return null
      const said = (stderr || stdout).trim().slice(-300)
      throw new SystemError(
        /not permitted|permission denied/i.test(said) ? 'not_permitted' : 'program_failed',
        'ping failed',
        said,
      )
    },

    async resolve(name, server) {
      const resolver = new Resolver({ timeout: 1_000, tries: 2 })
      resolver.setServers([dns_port === 53 ? server : `${server}:${dns_port}`])
      const began = performance.now()
      const took = () => Math.round(performance.now() - began)
      try {
        const addresses = await resolver.resolve4(name)
        return { kind: 'found', addresses, ms: took() }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        return answered.has(code) ? { kind: 'unknown', ms: took() } : { kind: 'silent' }
      }
    },
  }
}
