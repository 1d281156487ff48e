/**
 * Parses JSON bodies whose work is bounded by what they hold, not only by their bytes: a million brackets fit
 * into a megabyte, and parsing them would keep every other client waiting.
 */
import { code } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../core/refusal.ts'

/** Values of all lists and objects of a body. A scene of 200 lots with many corners has about 15,000. */
export const max_values = 50_000

export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (holdsMore(body, max_values))
      done(new Refusal(code.format_error, `The request holds more than ${max_values} values`))
    else parse(request, body, done)
  })
}

/** Whether a JSON text has more commas and opening brackets than `max`, those in strings not counted. */
export function holdsMore(json: string, max: number): boolean {
  let [count, in_string] = [0, false]
  for (let at = 0; at < json.length; at++) {
    const letter = json.charCodeAt(at)
    if (letter === quote) in_string = !in_string
    else if (letter === backslash && in_string) at++
    else if (!in_string && (letter === comma || letter === bracket || letter === brace) && ++count > max)
      return true
  }
  return false
}

const [quote, backslash, comma, bracket, brace] = [...'"\\,[{'].map((letter) => letter.charCodeAt(0))
