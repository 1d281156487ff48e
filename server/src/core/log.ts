/**
 * The log: one JSON object a line on standard error, so that standard output is for people. Nothing secret is ever handed to it.
 * A line that carries a `log_type` (spec §4) is for people too: it also goes into the device's own log (system/log-book.ts), whatever
 * PARKING_LOG says, and `what` names it so that the console can word it.
 */
import pino, { type DestinationStream, type Logger } from 'pino'

/** A belt beside the braces: bodies, headers and queries are not logged in the first place (security row 23). */
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

export function openLog(
  level: string,
  to: DestinationStream = pino.destination({ dest: 2, sync: true }),
  book?: DestinationStream,
): Logger {
  const streams = [
    ...(level === 'silent' ? [] : [{ level, stream: to }]),
    ...(book ? [{ level: 'debug', stream: book }] : []),
  ]
  return pino(
    {
      level: book && ['silent', 'fatal', 'error', 'warn', 'info'].includes(level) ? 'debug' : level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: hidden.flatMap((name) => [name, `*.${name}`]), censor: '******' },
      serializers: { err: errorOf, error: errorOf, req: () => undefined, res: () => undefined },
    },
    book ? pino.multistream(streams as pino.StreamEntry[]) : to,
  )
}

/** An error carries whatever a library hangs on it; only these are for the log. */
function errorOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 500) }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code: 'code' in error ? error.code : undefined,
  }
}
