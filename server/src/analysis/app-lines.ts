/** The keyed log lines of the analysis application, and the reasons for cutting off its connection. */
import { app_lines, type app_cut_off_reasons, type AppLine } from '@parking/contract'

type Facts = Record<string, string | number>
type Line = { what?: string | undefined; facts?: Facts | undefined }

const isKnown = (what: string | undefined): what is AppLine =>
  what !== undefined && Object.hasOwn(app_lines, what)

/**
 * Passes only known facts of a known line, because the server, not the application, defines the fields of a
 * log line.
 */
export function lineFacts({ what, facts = {} }: Line): Facts {
  if (!isKnown(what)) return {}
  const known: readonly string[] = app_lines[what]
  return { ...Object.fromEntries(Object.entries(facts).filter(([name]) => known.includes(name))), what }
}

export const cutOffReason = (error: unknown): (typeof app_cut_off_reasons)[number] =>
  error instanceof SyntaxError ? 'not_json' : error instanceof LineTooLong ? 'line_too_long' : 'no_hello'

export class LineTooLong extends Error {
  override readonly name = 'LineTooLong'
  constructor() {
    super('A line is too long')
  }
}
