/**
 * Formats values for the audit: secrets masked, at most one line long, and only the differences of a
 * document.
 */
import { maskedUrl, secret_mask, urlSecrets } from '@parking/contract'

export type Values = Record<string, unknown>

const secret_name =
  /passw|passphrase|pwd|secret|token|credential|private|signature|^key$|from_auth|extra_info|file|content/i
const max_length = 300
/** The events that a call touched, under this name: a dossier finds the row by them. */
export const touched_events = 'uuids'
const max_uuids = 100
const max_keys = 40

/** The body of a call, without its secrets. */
export function masked(value: unknown): Values {
  return typeof value === 'object' && value !== null
    ? shortened(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hide(inner, name)])))
    : {}
}

/** Masks without shortening, for values that are stored and not shown as a line. */
export const maskedWhole = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, hide(value, name)]],
    ),
  )

/** The values that differ, before and after. A new secret is shown by name only. */
export function differenceOf(
  before: Values,
  after: Values,
  body: unknown,
): { before?: Values; after?: Values } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (values: Values) =>
    masked(Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : []))))
  const given =
    typeof body === 'object' && body !== null
      ? Object.entries(body).flatMap(([name, value]): [string, string][] => {
          if (typeof value !== 'string' || value === '') return []
          if (secret_name.test(name)) return [[name, secret_mask]]
          return urlSecrets(value).length > 0 ? [[name, maskedUrl(value)]] : []
        })
      : []
  const shown = { before: pick(before), after: { ...pick(after), ...Object.fromEntries(given) } }
  return {
    ...(Object.keys(shown.before).length > 0 ? { before: shown.before } : {}),
    ...(Object.keys(shown.after).length > 0 ? { after: shown.after } : {}),
  }
}

function hide(value: unknown, name: string): unknown {
  if (value === undefined) return undefined
  if (secret_name.test(name) && value !== '' && value !== null && typeof value !== 'boolean')
    return secret_mask
  // An address may contain a secret in its query.
  if (typeof value === 'string') return maskedUrl(value)
  if (Array.isArray(value)) return value.map((item) => hide(item, ''))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([inner, its]) => [inner, hide(its, inner)]))
  return value
}

function shortened(values: Values): Values {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  const shown = entries.slice(0, max_keys).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (name === touched_events && Array.isArray(value))
      return [name, value.length > max_uuids ? [...value.slice(0, max_uuids), `… (${value.length})`] : value]
    return [
      name.slice(0, 100),
      text.length > max_length ? `${text.slice(0, max_length)}… (${text.length})` : value,
    ]
  })
  return Object.fromEntries([
    ...shown,
    ...(entries.length > max_keys ? [['…', `+${entries.length - max_keys}`]] : []),
  ])
}
