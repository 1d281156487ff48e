/**
 * The device's session at the platform: it signs in and registers the device (docs/platform.md). The sender
 * and the heartbeat share it.
 */
import { deviceSentence, log_type } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { noteInit } from './name-answer.ts'
import { introductionBody, signInBody, tokenOf } from './platform-bodies.ts'
import { platformParam, type PlatformParam } from './platform-param.store.ts'
import type { PlatformOutcome } from '../ports/platform-port.ts'

export type PlatformSession = Part & {
  /** The current settings. */
  param(): PlatformParam
  deviceSn(): Promise<string>
  /** Signs in and registers the device if needed, then posts. Never returns `signed_out`. */
  post(url: string, body: unknown, key?: string): Promise<PlatformOutcome>
  /** Signs in and registers the device if needed; returns the failure, if any. */
  prepare(): Promise<PlatformOutcome | undefined>
  /** Registers the device under this name, one request at a time; returns the platform's answer. */
  introduceAs(name: string): Promise<PlatformOutcome>
}

type Token = { text: string | undefined; until_ms: number }

/**
 * Once started, the session follows changes of the settings. A session for a single diagnosis need not be
 * started.
 */
export function createPlatformSession(deps: Deps): PlatformSession {
  let param: PlatformParam | undefined
  let token: Token | undefined
  /**
   * The last registration that was reported, so that a camera that goes offline does not cause another
   * report.
   */
  let introduced: string | undefined
  let reported_ms = 0
  let outdated = true
  let preparing: Promise<PlatformOutcome | undefined> | undefined
  /**
   * Increases when the settings change and when the session stops, so that results of earlier requests are
   * ignored.
   */
  let age = 0

  const settings = () => (param ??= platformParam(deps))
  const deviceSn = async () => (await deps.host.identity()).host_sn

  async function signIn(): Promise<PlatformOutcome | undefined> {
    const { auth_url } = settings()
    if (token && deps.now() < token.until_ms) return undefined
    if (auth_url === '') {
      token = { text: undefined, until_ms: Infinity }
      return undefined
    }
    const began = age
    const device_sn = await deviceSn()
    const timestamp = deps.now()
    const outcome = await deps.platform.post(auth_url, signInBody(settings(), device_sn, timestamp), {
      trust: settings().server_trust,
    })
    if (outcome.kind !== 'accepted')
      return {
        ...(outcome.kind === 'busy' || outcome.kind === 'silent' ? outcome : { kind: 'busy' }),
        info: deviceSentence('sign_in_said', { said: outcome.info }).slice(0, 2000),
      }
    const given = tokenOf(outcome.data)
    if (!given) return { kind: 'busy', info: deviceSentence('sign_in_without_token') }
    if (began !== age) return outdatedOutcome
    token = { text: given.token, until_ms: timestamp + given.expires_in * 900 } // nine tenths of its lifetime
    introduced = undefined
    outdated = true
    return undefined
  }

  /**
   * A refused registration does not hold events back: they are evidence, and the platform answers each one.
   */
  async function introduce(): Promise<PlatformOutcome | undefined> {
    if (settings().device_init_url === '' || !outdated) return undefined
    const began = age
    const device_sn = await deviceSn()
    if (began !== age) return outdatedOutcome
    const body = introductionBody(deps, settings(), device_sn)
    const text = JSON.stringify(body)
    outdated = false
    if (text === introduced) return undefined
    const outcome = await sendInit(body)
    if (began !== age) return outdatedOutcome
    if (outcome.kind === 'accepted' || outcome.kind === 'refused') introduced = text
    else outdated = true
    if (outcome.kind === 'refused' && deps.now() - reported_ms > 600_000) {
      deps.log.warn(
        { log_type: log_type.service, what: 'platform_refuses', info: outcome.info },
        'the platform refused the introduction of this device',
      )
      reported_ms = deps.now()
    }
    return failureOf(outcome)
  }

  async function sendInit(body: ReturnType<typeof introductionBody>): Promise<PlatformOutcome> {
    const began = age
    const outcome = await deps.platform.post(settings().device_init_url, body, {
      ...tokenOption(token),
      trust: settings().server_trust,
    })
    if (began !== age) return outdatedOutcome
    if (outcome.kind === 'signed_out') token = undefined
    noteInit(deps, body.name, outcome)
    return outcome
  }

  /**
   * One at a time: a name check must not be overtaken by an init with the current name or by another check.
   */
  const inTurn = (work: () => Promise<PlatformOutcome | undefined>) =>
    (preparing = work().finally(() => (preparing = undefined)))

  const prepare = () => preparing ?? inTurn(async () => (await signIn()) ?? (await introduce()))

  async function introduceAs(name: string): Promise<PlatformOutcome> {
    while (preparing) await preparing.catch(() => undefined)
    let outcome: PlatformOutcome | undefined
    await inTurn(async () => {
      for (let turn = 0; turn < 2; turn++) {
        const began = age
        outcome = (await signIn()) ?? undefined
        if (outcome) return outcome
        const device_sn = await deviceSn()
        if (began !== age) return (outcome = outdatedOutcome)
        outcome = await sendInit({ ...introductionBody(deps, settings(), device_sn), name })
        // The next init must compare the current values with what the platform has.
        outdated = true
        if (outcome.kind === 'accepted') introduced = undefined
        if (outcome.kind !== 'signed_out') break
      }
      return outcome && failureOf(outcome)
    })
    return outcome ?? outdatedOutcome
  }

  /** Ignores requests in progress; the next request signs in again. */
  function forget(): void {
    age++
    param = token = introduced = undefined
    outdated = true
  }

  const unsubscribe: (() => void)[] = []

  return {
    start() {
      if (unsubscribe.length > 0) return
      unsubscribe.push(
        deps.bus.subscribe('platform', forget),
        deps.bus.subscribe('config', () => (outdated = true)),
      )
    },
    param: settings,
    deviceSn,
    prepare,
    introduceAs,
    stop() {
      forget()
      unsubscribe.splice(0).forEach((off) => off())
    },
    async post(url, body, key) {
      for (let turn = 0; ; turn++) {
        const failure = await prepare()
        if (failure && failure.kind !== 'signed_out') return failure
        const used = token
        if (!failure) {
          const outcome = await deps.platform.post(url, body, {
            ...tokenOption(used),
            trust: settings().server_trust,
            ...(key === undefined ? {} : { key }),
          })
          if (outcome.kind !== 'signed_out') return outcome
          if (turn > 0) return { kind: 'busy', info: outcome.info }
        } else if (turn > 0) return { kind: 'busy', info: failure.info }
        // Another request may have signed in during this one: its token is valid.
        if (token === used) token = undefined
      }
    },
  }
}

/** Why the request that needed this init cannot be made now; undefined if it can. */
const failureOf = (outcome: PlatformOutcome): PlatformOutcome | undefined =>
  outcome.kind === 'accepted' || outcome.kind === 'refused'
    ? undefined
    : { ...outcome, info: deviceSentence('device_init_said', { said: outcome.info }).slice(0, 2000) }

const outdatedOutcome: PlatformOutcome = { kind: 'busy', info: deviceSentence('settings_changed') }

const tokenOption = (token: Token | undefined) => (token?.text === undefined ? {} : { token: token.text })
