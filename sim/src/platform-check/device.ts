/**
 * The device of the kit: it signs in, delivers as a real device does, and reports what would happen to a
 * bill.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { keyOf, signInBody, type EventBody, type Identity } from './bodies.ts'
import type { Answer, Client, PostOptions } from './client.ts'
import type { CheckName, Findings, Harm } from './findings.ts'
import type { Ledger } from './expected.ts'

export type Addresses = {
  /** Each address is undefined if the platform does not have the step. */
  readonly auth: string | undefined
  readonly init: string | undefined
  readonly heartbeat: string | undefined
  readonly data: string | undefined
  readonly timer: string | undefined
  readonly lots: string | undefined
}
export type Needs = {
  readonly addresses: Addresses
  readonly client: Client
  readonly findings: Findings
  readonly identity: Identity
  readonly ledger: Ledger
  readonly device: Device
}
export type Device = {
  readonly token: string | undefined
  /** The token of a new sign-in; undefined if there is none, or no sign-in at all. */
  signIn: () => Promise<string | undefined>
  /** Sends with the token; repeats once after `signed_out`, and a few times after `later` and `silent`. */
  send: (url: string, body: object | string, options?: PostOptions) => Promise<Answer>
  /** Sends an event, judges the answer for a check, and notes what must be stored. */
  deliver: (check: CheckName, event: EventBody, what: string, url?: string) => Promise<boolean>
  /** Judges an answer: only `accepted` is right. */
  judge: (check: CheckName, answer: Answer, what: string) => boolean
}

const attempts = 3
const between_ms = 200

export function createDevice({
  addresses,
  client,
  findings,
  identity,
  ledger,
}: Omit<Needs, 'device'>): Device {
  let token: string | undefined

  async function signIn(): Promise<string | undefined> {
    if (addresses.auth === undefined) return undefined
    const { data } = await client.post(addresses.auth, signInBody(identity))
    return (token = tokenIn(data))
  }

  async function send(url: string, body: object | string, options: PostOptions = {}): Promise<Answer> {
    let signed_in_again = false
    for (let attempt = 1; ; attempt++) {
      const answer = await client.post(url, body, { token, ...options })
      if (answer.reading === 'signed_out' && !signed_in_again && !('token' in options)) {
        signed_in_again = true
        await signIn()
        continue
      }
      const again = answer.reading === 'later' || answer.reading === 'silent'
      if (!again || attempt >= attempts) return answer
      await pause(between_ms * attempt)
    }
  }

  function judge(check: CheckName, answer: Answer, what: string): boolean {
    if (answer.reading === 'accepted') findings.ok(check)
    else findings.wrong(check, `${what} ${consequenceOf(answer)}`, harmOf(answer))
    return answer.reading === 'accepted'
  }

  async function deliver(
    check: CheckName,
    event: EventBody,
    what: string,
    url = addresses.data,
  ): Promise<boolean> {
    if (url === undefined) {
      findings.notShown(check, 'there is no address for it')
      return false
    }
    const taken = judge(check, await send(url, event, { key: keyOf(event) }), what)
    if (taken) ledger.note(event, what)
    return taken
  }

  return {
    get token() {
      return token
    },
    signIn,
    send,
    deliver,
    judge,
  }
}

/** The token for an Authorization header. */
export const tokenIn = (data: unknown): string | undefined => {
  const token = (data as { token?: unknown } | null | undefined)?.token
  return typeof token === 'string' && /^[\x21-\x7e]{1,4096}$/.test(token) ? token : undefined
}

/** Describes what the device does after an answer. */
export function consequenceOf({ reading, quote }: Answer): string {
  if (reading === 'refused')
    return `is answered by ${quote}: it is listed as failed and not sent again by itself`
  if (reading === 'signed_out')
    return `is answered by ${quote} after a new sign-in: it is sent again without end`
  if (reading === 'silent') return `is not answered (${quote}): it is sent again without end`
  return `is answered by ${quote}: it is sent again without end`
}

/**
 * The harm of an answer: a refusal does the harm of the check, and the lack of a final answer delays bills.
 */
const harmOf = ({ reading }: Answer): Harm | undefined => (reading === 'refused' ? undefined : 'delays')
