/**
 * The log: one JSON object a line on standard error, without secrets. A line with a
 * `log_type` (spec §4) also goes to the device's own log (system/log/log-book.ts),
 * whatever PARKING_LOG says; `what` lets the console word it.
 */
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
