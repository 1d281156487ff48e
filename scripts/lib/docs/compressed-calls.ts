/**
 * Generates contract/src/core/compressed-calls.ts: the calls whose answers the server may compress
 * (docs/decisions/0036).
 */
import { calls, type Call } from '@parking/contract'
import * as z from 'zod'
import { list } from './call-facts.ts'

/** Property names that indicate a secret, whatever the schema says. */
/** `source_token` names a video source of ONVIF. */
const secret_name = /(^|(?<!source)_)(token|password|secret|auth|key|extra_info)$/

type Schema = { [key: string]: unknown }

/**
 * Whether a JSON schema can hold a secret: a field that is marked as secret, or a field with a secret's name
 * that is neither a fact nor always empty.
 */
export function holdsSecret(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(holdsSecret)
  if (typeof schema !== 'object' || schema === null) return false
  const { secret, properties, ...rest } = schema as Schema
  if (secret === true) return true
  const named = Object.entries((properties ?? {}) as Record<string, Schema>)
  return (
    named.some(([name, of]) => (secret_name.test(name) && !isFact(of)) || holdsSecret(of)) ||
    Object.values(rest).some(holdsSecret)
  )
}

/** Whether a field is a fact (`password_set: true`), a word of a fixed list, or always empty. */
const isFact = ({ type, const: only, enum: words }: Schema): boolean =>
  type === 'boolean' || only === '' || words !== undefined

/** Only read-only calls that need a session and return no secret. */
export const mayCompress = ({ effect, roles, method, answer }: Call): boolean =>
  effect === 'read' &&
  roles !== 'anyone' &&
  method === 'POST' &&
  !holdsSecret(z.toJSONSchema(answer, { unrepresentable: 'any' }))

export const compressedCalls = (): string =>
  [
    '/** Generated from the contract by `npm run docs`; do not edit. */',
    '',
    ...list(
      'compressed_paths',
      'Calls whose answers may be compressed: read-only calls that need a session and return no secret.',
      Object.values(calls as Record<string, Call>)
        .filter(mayCompress)
        .map(({ path }) => path),
    ),
  ].join('\n')
