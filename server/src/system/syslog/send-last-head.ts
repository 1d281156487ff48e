/**
 * Sends the newest head of the audit chain off the device immediately, before an action that ends the chain.
 * A copy of the head outside the device later proves that nothing was cut off before that action.
 */
import { headText } from '#src/core/audit-head.ts'
import { heartbeatBody, type HeartbeatNeeds } from '#src/platform/platform-bodies.ts'
import type { PlatformSession } from '#src/platform/platform-session.ts'
import type { HeadSent, SyslogSender } from './syslog-sender.ts'
import type { AuditChain } from '../audit/chain.ts'

export type LastHead = { head: string; platform: HeadSent; syslog: HeadSent }

type Needs = HeartbeatNeeds & {
  audit_chain: AuditChain
  platform_session: PlatformSession
  syslog_sender: SyslogSender
}

/** Resolves within `within_ms`, even if a receiver does not answer. */
export async function sendLastHead(deps: Needs, within_ms: number): Promise<LastHead> {
  await deps.audit_chain.caughtUp()
  const head = headText(deps.audit_chain.head())
  const [platform, syslog] = await Promise.all(
    [toPlatform(deps), deps.syslog_sender.sendHead()].map((sending) => within(within_ms, sending)),
  )
  return { head, platform: platform ?? 'failed', syslog: syslog ?? 'failed' }
}

async function toPlatform(deps: Needs): Promise<HeadSent> {
  const { device_hb_url } = deps.platform_session.param()
  if (device_hb_url === '') return 'off'
  const body = heartbeatBody(deps, await deps.platform_session.deviceSn())
  const { kind } = await deps.platform_session.post(device_hb_url, body)
  return kind === 'accepted' ? 'sent' : 'failed'
}

async function within(ms: number, sending: Promise<HeadSent>): Promise<HeadSent> {
  let timer: NodeJS.Timeout | undefined
  const timed_out = new Promise<HeadSent>((resolve) => {
    timer = setTimeout(() => resolve('failed'), ms)
  })
  return Promise.race([sending.catch((): HeadSent => 'failed'), timed_out]).finally(() => clearTimeout(timer))
}
