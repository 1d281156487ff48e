/** Calls of syslog, to which the audit is sent: settings, a test message, and the state. */
import { setTimeout as delay } from 'node:timers/promises'
import { type syslog_calls } from '@parking/contract'
import type { CallContext, Handlers } from '#src/core/call-context.ts'
import { hostIssue } from '#src/core/outbound/address.ts'
import { trustIssue } from '#src/core/outbound/trust.ts'
import { badFields } from '#src/core/refusal.ts'
import { SyslogError, type SyslogConnection } from '#src/ports/syslog-port.ts'
import { message_sizes, syslogMessage } from './syslog-message.ts'
import { cutTo, type SyslogSender } from './syslog-sender.ts'
import { syslogSettings, writeSyslogSettings, type SyslogSettings } from './syslog.store.ts'

/** How long to wait at least for a notice that the server has closed the connection. */
const min_notice_ms = 500

type Needs = CallContext & { syslog_sender: SyslogSender }

export const syslog_handlers = {
  get_syslog: (_, { db }) => syslogSettings(db),

  update_syslog(change, context) {
    const { db, now, syslog_sender } = context
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const next = { ...syslogSettings(db), ...given }
    check(next, context)
    writeSyslogSettings(db, next, now())
    syslog_sender.changed()
    return {}
  },

  async test_syslog(settings, context) {
    check({ ...settings, enabled: true }, context)
    const began = performance.now()
    const took = () => Math.round(performance.now() - began)
    try {
      const said = await context.syslog_sender.stepAside(() => sendTests(settings, context))
      return { failed: null, tls: null, said, took_ms: took() }
    } catch (error) {
      if (!(error instanceof SyslogError)) throw error
      const { step, tls, message } = error
      return { failed: step, tls: tls ?? null, said: message.slice(0, 2000), took_ms: took() }
    }
  },

  syslog_state: (_, { syslog_sender }) => syslog_sender.state(),
} satisfies Handlers<keyof typeof syslog_calls, Needs>

/**
 * Sends a message as long as the longest of the sender: a server may close the connection at it, and then
 * gets shorter ones. Returns what is to be said of that.
 */
async function sendTests(settings: SyslogSettings, context: Needs): Promise<string> {
  let first: unknown
  for (const max_bytes of message_sizes) {
    try {
      await sendTest(settings, max_bytes, context)
      return cutTo(max_bytes)
    } catch (error) {
      first ??= error
      if (!(error instanceof SyslogError && error.step === 'send')) break
    }
  }
  throw first
}

async function sendTest(settings: SyslogSettings, max_bytes: number, context: Needs): Promise<void> {
  const began = performance.now()
  const connection = await context.syslog.connect(settings)
  const notice_ms = Math.max(min_notice_ms, 2 * (performance.now() - began))
  const { host_sn } = await context.host.identity()
  const text = 'This is a test message. 这是一条测试消息。這是一則測試訊息。'
  const message = syslogMessage(
    { host_sn, pid: process.pid, enterprise: settings.enterprise, max_bytes },
    {
      severity: 'info',
      time_ms: context.now(),
      id: 'test',
      facts: { user: context.session.username },
      text: `${text} ${'.'.repeat(max_bytes)}`, // the end is cut off
    },
  )
  await connection
    .send([message])
    .then(() => keptFor(connection, notice_ms))
    .finally(() => connection.close())
}

/**
 * A server that refuses a client after the handshake closes the connection, which is seen a round trip later:
 * the connection of the sender would fail in the same way, again and again.
 */
async function keptFor({ ended }: SyslogConnection, ms: number): Promise<void> {
  const end = new AbortController()
  const kept = delay(ms, undefined, { signal: end.signal }).catch(() => undefined)
  const over = await Promise.race([kept, ended])
  end.abort()
  if (over) throw over.error
}

function check({ enabled, host, trust }: SyslogSettings, context: CallContext): void {
  const host_issue = host === '' ? (enabled ? 'required' : undefined) : hostIssue(host, context)
  const trust_issue = trustIssue(trust)
  const issues = [
    ...(host_issue ? [{ field: 'host', issue: host_issue }] : []),
    ...(trust_issue ? [{ field: 'trust', issue: trust_issue }] : []),
  ]
  if (issues.length > 0) throw badFields(issues)
}
