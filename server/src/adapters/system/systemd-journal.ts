/** The journal of systemd, read by journalctl; empty on a box without one, or without permission. */
import { execFile } from 'node:child_process'
import type { JournalLine, JournalPort } from '#src/ports/journal-port.ts'
import type { LogLevel } from '@parking/contract'

const timeout_ms = 4_000
const max_bytes = 32 * 1024 * 1024
/** syslog's priorities 0 to 7. */
const levels: readonly LogLevel[] = [
  'CRITICAL',
  'CRITICAL',
  'CRITICAL',
  'ERROR',
  'WARNING',
  'INFO',
  'INFO',
  'DEBUG',
]
const priorities: Record<LogLevel, string> = {
  CRITICAL: '0..2',
  ERROR: '3..3',
  WARNING: '4..4',
  INFO: '5..6',
  DEBUG: '7..7',
}

/** `program` is a name or a path: tests pass their own. */
export function systemdJournal(program = 'journalctl'): JournalPort {
  return {
    read({ start_ms, end_ms, level, max }) {
      const args = [
        '--output=json',
        '--output-fields=MESSAGE,PRIORITY,SYSLOG_IDENTIFIER',
        '--reverse',
        '--no-pager',
        '--quiet',
        `--lines=${max}`,
        ...(start_ms === undefined ? [] : [`--since=@${start_ms / 1000}`]),
        ...(end_ms === undefined ? [] : [`--until=@${end_ms / 1000}`]),
        ...(level === undefined ? [] : [`--priority=${priorities[level]}`]),
      ]
      return new Promise((resolve) => {
        // What was read before the timeout is still valid.
        execFile(
          program,
          args,
          {
            timeout: timeout_ms,
            maxBuffer: max_bytes,
            env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
          },
          (_error, stdout) => resolve(stdout.split('\n').flatMap(lineOf)),
        )
      })
    },
  }
}

function lineOf(text: string): JournalLine[] {
  const fields = fieldsOf(text)
  const id = Number(fields?.['__REALTIME_TIMESTAMP'])
  if (!fields || !Number.isSafeInteger(id) || id <= 0) return []
  const priority = Number(fields['PRIORITY'] ?? 6)
  return [
    {
      id,
      timestamp_ms: Math.floor(id / 1000),
      level: levels[priority] ?? 'INFO',
      content: textOf(fields['MESSAGE']),
      unit: textOf(fields['SYSLOG_IDENTIFIER']),
    },
  ]
}

function fieldsOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined // the last line may be truncated
  }
}

/** A field that is not plain text comes as a list of bytes. */
function textOf(value: unknown): string {
  const text = Array.isArray(value)
    ? Buffer.from(value.filter((byte): byte is number => typeof byte === 'number')).toString('utf8')
    : typeof value === 'string'
      ? value
      : ''
  return text.slice(0, 2_000)
}
