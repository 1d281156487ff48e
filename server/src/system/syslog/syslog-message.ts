/**
 * Builds syslog messages (RFC 5424). The structured data of a chain link suffices to verify the link without
 * the device (docs/audit-chain.md); that of a log row holds its code and facts (docs/integrate/logs.md).
 */
import { headText, type AuditHead } from '#src/core/audit-head.ts'
import type { ReadLink } from '../audit/verify.ts'
import { log_type } from '@parking/contract'
import { levelOf, type DeviceLogRow } from './syslog.store.ts'

/** What is the same in every message: the sender's fields, and how long a message may be. */
export type Origin = { host_sn: string; pid: number; enterprise: number; max_bytes: number }

const facilities = { audit: 13, event: 3 } as const // log audit; system daemons
const severities = { critical: 2, error: 3, warning: 4, notice: 5, info: 6, debug: 7 } as const
export type Severity = keyof typeof severities

/**
 * The longest messages in bytes, for receivers that close the connection at longer ones (syslog-ng 881): one
 * should take 8192, must take 2048 (RFC 5425, section 4.3.1), and if it is old takes 1024 (RFC 3164).
 */
export const message_sizes = [8_000, 2_000, 1_000] as const

/** A value of structured data. Control characters except line feeds become blanks: they help no reader. */
const quoted = (value: string, max: number): string =>
  `"${value
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .slice(0, max)
    .replace(/["\\\]]/g, '\\$&')}"`

/** A header field: printable ASCII without blanks, or `-` if nothing is left. */
const bare = (text: string, max: number): string => text.replace(/[^!-~]/g, '').slice(0, max) || '-'

export function syslogMessage(
  { host_sn, pid, enterprise, max_bytes }: Origin,
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
  const priority = facilities[about] * 8 + severities[severity]
  let head =
    `<${priority}>1 ${new Date(time_ms).toISOString()} ${bare(host_sn, 255)} ` +
    `parking-edge ${pid} ${bare(id, 32)} [${about}@${enterprise}`
  // A hash has 64 digits, which also the shortest message leaves whole.
  const max_value = Math.min(500, Math.floor(max_bytes / 15))
  for (const [name, value] of Object.entries(facts)) {
    // A name by RFC 5424: no blank, =, ] or "
    if (value === undefined || value === '' || !/^[!#-<>-\\^-~]{1,32}$/.test(name)) continue
    const fact = ` ${name}=${quoted(String(value), max_value)}`
    if (Buffer.byteLength(head + fact) + Buffer.byteLength(before_text) <= max_bytes) head += fact
  }
  head += before_text
  return Buffer.concat([Buffer.from(head), cut(text, max_bytes - Buffer.byteLength(head))])
}

const before_text = '] \ufeff'

/** Cuts the text to `max` bytes, never within a character. */
function cut(text: string, max: number): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length <= max) return bytes
  let end = Math.max(0, max - Buffer.byteLength('…'))
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
