/**
 * The log: one JSON object per line on standard error, without secrets. A line with a `log_type` (spec §4)
 * also goes to the device's own log (system/log/log-writer.ts), whatever PARKING_LOG says; `what` tells the
 * console how to word it.
 */
import { fstatSync } from 'node:fs'
import { secret_mask } from '@parking/contract'
import pino, { type DestinationStream, type Logger } from 'pino'

/** A second line of defence: bodies, headers and queries are not logged in the first place. */
const hidden = [
  'password',
  'old_password',
  'new_password',
  'token',
  'authorization',
  'key',
  'from_auth',
  'app_secret',
  'extra_info',
]

const priorities: Readonly<Record<string, number>> = {
  fatal: 2,
  error: 3,
  warn: 4,
  info: 6,
  debug: 7,
  trace: 7,
}

/** Whether standard error is the journal: systemd names its device and inode (systemd.exec(5)). */
function isJournal(stream: string | undefined): boolean {
  if (!stream) return false
  const { dev, ino } = fstatSync(2)
  return stream === `${dev}:${ino}`
}

/** The journal reads the priority of a line from its first characters (sd-daemon(3)) and strips them. */
const withPriority = (to: DestinationStream): DestinationStream => ({
  write: (line) => {
    const level = /^\{"level":"([a-z]+)"/.exec(line)?.[1] ?? 'info'
    to.write(`<${priorities[level] ?? 6}>${line}`)
  },
})

/** Standard error; if that is the journal, each line starts with its priority. */
export function standardError(journal_stream = process.env['JOURNAL_STREAM']): DestinationStream {
  const to = pino.destination({ dest: 2, sync: true })
  return isJournal(journal_stream) ? withPriority(to) : to
}

/**
 * Opens the log. `level` limits only what is written to `to` (`silent`: nothing); `log_writer` gets every
 * line from `debug` on.
 */
export function openLog(
  level: string,
  to: DestinationStream = standardError(),
  log_writer?: DestinationStream,
): Logger {
  const streams = [
    ...(level === 'silent' ? [] : [{ level, stream: to }]),
    ...(log_writer ? [{ level: 'debug', stream: log_writer }] : []),
  ]
  return pino(
    {
      level: log_writer && ['silent', 'fatal', 'error', 'warn', 'info'].includes(level) ? 'debug' : level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: hidden.flatMap((name) => [name, `*.${name}`]), censor: secret_mask },
      serializers: { err: errorOf, error: errorOf, req: () => undefined, res: () => undefined },
    },
    log_writer ? pino.multistream(streams as pino.StreamEntry[]) : to,
  )
}

/** Libraries attach arbitrary properties to errors; only these are logged. */
function errorOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 500) }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code: 'code' in error ? error.code : undefined,
  }
}
