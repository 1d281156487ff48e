/** Checks the sign-in with its clock and signature, and the lifetime of tokens. */
import { heartbeatBody, signInBody } from './bodies.ts'
import { tokenIn, type Needs } from './device.ts'
import type { CheckName } from './findings.ts'
import { far_clock_ms, near_clock_ms } from './words.ts'

/** False if no further check is possible. */
export async function checkSignIn(needs: Needs): Promise<boolean> {
  const { addresses, client, device, findings, identity } = needs
  const { auth } = addresses
  if (auth === undefined) {
    const of_sign_in: readonly CheckName[] = ['sign_in', 'signature', 'clock_near', 'clock_far']
    for (const check of [...of_sign_in, 'token_needed', 'token_void', 'two_tokens'] as const)
      findings.notShown(check, 'there is no address for the sign-in')
    return true
  }
  const answer = await client.post(auth, signInBody(identity))
  if (!device.judge('sign_in', answer, 'the sign-in')) return false
  if (tokenIn(answer.data) === undefined) {
    findings.wrong('sign_in', `the answer has no token that fits a header (${answer.quote})`)
    return false
  }
  const { expires_in } = answer.data as { expires_in?: unknown }
  if (!(typeof expires_in === 'number' && expires_in > 0))
    findings.wrong('sign_in', `expires_in is ${JSON.stringify(expires_in) ?? 'missing'}, not seconds`)
  await refusals(needs, auth)
  await tokens(needs)
  return true
}

async function refusals({ client, device, findings, identity }: Needs, auth: string): Promise<void> {
  const refused = async (check: CheckName, body: object, what: string): Promise<void> => {
    const { reading, quote, data } = await client.post(auth, body)
    if (reading === 'accepted' || tokenIn(data) !== undefined)
      findings.wrong(check, `${what} is answered by ${quote === '' ? 'a token' : quote}`)
    else if (reading === 'silent') findings.wrong(check, `${what} is not answered (${quote})`, 'delays')
    else findings.ok(check)
  }
  const right = signInBody(identity)
  const last = right.sign.endsWith('0') ? '1' : '0'
  await refused('signature', { ...right, sign: right.sign.slice(0, -1) + last }, 'a changed signature')
  await refused('signature', { ...signInBody(identity), sign: '' }, 'an empty signature')
  await refused(
    'signature',
    { ...signInBody(identity), device_sn: `${identity.device_sn}-other` },
    'the signature of another device',
  )
  for (const offset_ms of [-near_clock_ms, near_clock_ms]) {
    const answer = await client.post(auth, signInBody(identity, Date.now() + offset_ms))
    const way = offset_ms < 0 ? 'behind' : 'ahead'
    device.judge('clock_near', answer, `the sign-in with a clock four minutes ${way}`)
  }
  await refused('clock_far', signInBody(identity, Date.now() - far_clock_ms), 'a sign-in of yesterday')
  await refused('clock_far', signInBody(identity, Date.now() + far_clock_ms), 'a sign-in of tomorrow')
}

async function tokens(needs: Needs): Promise<void> {
  const { addresses, device, findings, identity } = needs
  const first = await device.signIn()
  const second = await device.signIn()
  const url = addresses.heartbeat ?? addresses.lots
  if (url === undefined || first === undefined || second === undefined)
    return findings.notShown('two_tokens', 'there is no request to try tokens with')
  for (const token of [first, second]) {
    const answer = await device.send(url, heartbeatBody(identity), { token })
    const name = token === second ? 'the second token' : 'the first token after a second sign-in'
    if (answer.reading === 'accepted' || answer.reading === 'signed_out') findings.ok('two_tokens')
    else findings.wrong('two_tokens', `${name} is answered by ${answer.quote}, which is no call to sign in`)
  }
}

/** Checks tokens at the event address, where they matter. */
export async function checkTokens(needs: Needs, event: () => { uuid: string } & object): Promise<void> {
  const { addresses, device, findings, ledger } = needs
  if (addresses.auth === undefined || addresses.data === undefined) return
  const ways = [
    ['token_needed', 'an event without a token', undefined],
    ['token_void', 'an event with a void token', 'kit-void-token'],
  ] as const
  for (const [check, what, token] of ways) {
    const body = event()
    const answer = await device.send(addresses.data, body, { token, key: body.uuid })
    if (answer.reading === 'signed_out') findings.ok(check)
    else if (answer.reading === 'accepted') {
      findings.wrong(check, `${what} is answered as taken`, 'unsafe')
      ledger.noteTest(body.uuid)
    } else
      findings.wrong(
        'token_void',
        `${what} is answered by ${answer.quote}, which is no call to sign in: events fail when a token ends`,
      )
  }
}
