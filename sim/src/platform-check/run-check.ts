/** Runs the kit against a platform: checks each rule, then what the platform reports as stored. */
import { eventBody, type Identity } from './bodies.ts'
import { checkBroken, checkEvents, checkSizes, checkTests } from './check-events.ts'
import { checkHeartbeat, checkInit, checkLots } from './check-device.ts'
import { checkCorrections, checkParallel, checkRepeats } from './check-repeats.ts'
import { checkSignIn, checkTokens } from './check-sign-in.ts'
import { createClient, envelopeOf, type Answer } from './client.ts'
import { createDevice, type Addresses, type Needs } from './device.ts'
import { createLedger, type Expected } from './expected.ts'
import { createFindings, type Finding, type Findings } from './findings.ts'
import { checkStored, storedNotShown } from './stored.ts'

export type CheckOptions = {
  readonly addresses: Addresses
  readonly identity: Identity
  /** The serial number of a second device that the platform knows. */
  readonly other_sn: string
  /** Where the platform lists what it stored; undefined if it has no list. */
  readonly stored_url?: string | undefined
  /** How long the platform may take to store accepted events, in milliseconds. */
  readonly patience_ms: number
  /** Sizes of bodies in bytes, ascending. */
  readonly sizes: readonly number[]
  /** Number of events sent at the same time. */
  readonly at_once: number
  readonly ca?: string | undefined
  readonly answer_ms?: number
}
export type CheckResult = {
  readonly findings: Finding[]
  /** Events to look for by hand, if the platform does not list what it stored. */
  readonly events_to_find: readonly Expected[]
  readonly requests: number
  readonly slowest_ms: number
}

export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const { addresses, identity, ca, answer_ms } = options
  const findings = createFindings()
  const ledger = createLedger()
  const client = createClient({
    ca,
    ...(answer_ms !== undefined && { answer_ms }),
    onAnswer: (url, answer, text) => judgeForm(findings, url, answer, text),
  })
  const device = createDevice({ addresses, client, findings, identity, ledger })
  const needs: Needs = { addresses, client, device, findings, identity, ledger }
  if (await checkSignIn(needs)) await checkAll(needs, options)
  if (options.stored_url === undefined) storedNotShown(findings, 'it was not asked (--stored)')
  else
    await checkStored({
      url: options.stored_url,
      token: await device.signIn(),
      patience_ms: options.patience_ms,
      client,
      findings,
      ledger,
    })
  return {
    findings: findings.list(),
    events_to_find: options.stored_url === undefined ? ledger.events : [],
    requests: client.requests,
    slowest_ms: client.slowest_ms,
  }
}

async function checkAll(needs: Needs, { other_sn, sizes, at_once }: CheckOptions): Promise<void> {
  await checkInit(needs, other_sn)
  await checkHeartbeat(needs)
  await checkLots(needs)
  await checkTokens(needs, () => eventBody(needs.identity))
  await checkEvents(needs)
  await checkBroken(needs)
  await checkRepeats(needs)
  await checkCorrections(needs)
  await checkParallel(needs, at_once)
  await checkSizes(needs, sizes)
  await checkTests(needs)
}

function judgeForm(findings: Findings, url: string, answer: Answer, text: string): void {
  const { reading, status = 0, quote } = answer
  const where = new URL(url).pathname
  if (reading === 'silent') return findings.wrong('answers', `${where}: ${quote}`)
  if (status >= 300 && status <= 399)
    return findings.wrong('answers', `${where}: HTTP ${status} leads elsewhere, and is not followed`)
  if (status >= 500) return findings.wrong('answers', `${where}: ${quote}`)
  if (status >= 200 && status <= 299 && !envelopeOf(text))
    return findings.wrong('answers', `${where}: HTTP ${status} with ${quote}, no envelope with a code`)
  findings.ok('answers')
}
