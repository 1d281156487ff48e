/**
 * Builds syslog messages (RFC 5424). The structured data of a chain link suffices to verify the link without
 * the device (docs/audit-chain.md); that of a log row holds its code and facts (docs/integrate/logs.md).
 */
import { headText, type AuditHead } from '#src/core/audit-head.ts'
import type { ReadLink } from '../audit/verify.ts'
import { log_type } from '@parking/contract'
import { levelOf, type DeviceLogRow } from './syslog.store.ts'

/** Identifies the sender: the fields that are the same in every message. */
export type Origin = { host_sn: string; pid: number; enterprise: number }

const facilities = { audit: 13, event: 3 } as const // log audit; system daemons
const severities = { critical: 2, error: 3, warning: 4, notice: 5, info: 6, debug: 7 } as const
export type Severity = keyof typeof severities

/** A receiver must take 2048 bytes and should take 8192 (RFC 5425 4.3.1). */
export const max_text = 6_000

/** A value of structured data. Control characters except line feeds become blanks: they help no reader. */
const quoted = (value: string): string =>
  `"${value
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .slice(0, 500)
    .replace(/["\\\]]/g, '\\$&')}"`

/** A header field: printable ASCII without blanks, or `-` if nothing is left. */
const bare = (text: string, max: number): string => text.replace(/[^!-~]/g, '').slice(0, max) || '-'

export function syslogMessage(
  { host_sn, pid, enterprise }: Origin,
  {
    severity,
    time_ms,
    id,
    facts,
    text,
    about = 'audit',
  }: {
    severity: Severity
    time_ms: number
    id: string
    facts: Readonly<Record<string, string | number | undefined>>
    text: string
    /** Names the facility and the structured data. */
    about?: keyof typeof facilities
  },
): Buffer {
  const data = Object.entries(facts)
    .filter((fact): fact is [string, string | number] => fact[1] !== undefined && fact[1] !== '')
    .filter(([name]) => /^[!#-<>-\\^-~]{1,32}$/.test(name)) // a name by RFC 5424: no blank, =, ] or "
    .map(([name, value]) => ` ${name}=${quoted(String(value))}`)
  const priority = facilities[about] * 8 + severities[severity]
  const head =
    `<${priority}>1 ${new Date(time_ms).toISOString()} ${bare(host_sn, 255)} ` +
    `parking-edge ${pid} ${bare(id, 32)} [${about}@${enterprise}${data.join('')}] `
  return Buffer.concat([Buffer.from(head), Buffer.from('\ufeff'), cut(text)])
}

/** Cuts the text to `max_text` bytes, never within a character. */
function cut(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length <= max_text) return bytes
  let end = max_text
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return Buffer.concat([bytes.subarray(0, end), Buffer.from('…')])
}

export function linkMessage(origin: Origin, chain_id: string, link: ReadLink): Buffer {
  const { v, seq, time_ms, kind, log_id, content_hash, prev, hash, salt, content } = link
  const about = contentOf(content)
  return syslogMessage(origin, {
    severity: about.severity,
    time_ms,
    id: kind,
    facts: {
      chain: chain_id,
      v,
      seq,
      time: time_ms,
      row: log_id,
      user: about.user,
      address: about.address,
      call: about.call,
      code: about.code,
      content_hash,
      prev,
      hash,
      salt: salt ?? undefined,
    },
    text: content ?? 'The content of this link was deleted',
  })
}

export const headMessage = (origin: Origin, head: AuditHead, now: number): Buffer =>
  syslogMessage(origin, {
    severity: 'info',
    time_ms: now,
    id: 'head',
    facts: { chain: head.chain_id, seq: head.seq, hash: head.hash, time: head.time_ms },
    text: `The newest link is ${headText(head)}`,
  })

/** An alarm that opened or closed, or what the device or the analysis application reports. */
export function deviceMessage(
  origin: Origin,
  { id, type, timestamp_ms, level, content, detail }: DeviceLogRow,
): Buffer {
  const { what, facts } = JSON.parse(detail ?? '{}') as {
    what?: string
    facts?: Record<string, string | number>
  }
  const alarm = type === log_type.alarm
  const words = levelOf(level).toLowerCase() as 'critical' | 'error' | 'warning' | 'info' | 'debug'
  return syslogMessage(origin, {
    // The end of an alarm is sent as a notice, which ranks above information.
    severity: alarm && words === 'info' ? 'notice' : words,
    time_ms: timestamp_ms,
    id: alarm ? 'alarm' : 'event',
    about: alarm ? 'audit' : 'event',
    facts: { row: id, what, ...(type === log_type.application && { application: 1 }), ...facts },
    text: content,
  })
}

type About = {
  severity: Severity
  user?: string | undefined
  address?: string | undefined
  call?: string | undefined
  code?: number | undefined
}

function contentOf(content: string | null): About {
  const { level, audit } = read(content)
  return {
    severity: level === 'ERROR' || level === 'CRITICAL' ? 'error' : level === 'WARNING' ? 'warning' : 'info',
    user: audit?.who,
    address: audit?.address,
    call: audit?.call,
    code: audit?.code,
  }
}

type Read = {
  level?: string
  audit?: { who?: string; address?: string; call?: string; code?: number }
}

const read = (content: string | null): Read => {
  try {
    return JSON.parse(content ?? '{}') as Read
  } catch {
    return {}
  }
}
