/**
 * Masks secrets in a request to or an answer from the platform: by the names of keys, and by the secret
 * values wherever they occur.
 */
import { secret_mask } from '@parking/contract'
import { masked } from '../params/extra-info.ts'

export type Mask = {
  /** Adds a secret to mask. */
  hide(secret: string): void
  text(text: string): string
  /** Masks a body; JSON is formatted with indentation. */
  body(text: string): string
}

/** The secrets of `extra_info` are included from the start. */
export function openMask(extra_info: string): Mask {
  const secrets = extra_info === '' ? [] : secretsIn(JSON.parse(extra_info), JSON.parse(masked(extra_info)))
  const text = (given: string) =>
    secrets.reduce(
      (shown, secret) =>
        shown.replaceAll(secret, secret_mask).replaceAll(JSON.stringify(secret).slice(1, -1), secret_mask),
      given,
    )
  return {
    // Masking a shorter secret would also mask parts of ordinary words.
    hide: (secret) => void (secret.length >= 4 && secrets.push(secret)),
    text,
    body(given) {
      try {
        return text(masked(JSON.stringify(JSON.parse(given), null, 2), false))
      } catch {
        return text(given)
      }
    },
  }
}

/** The values that the masked document hides. */
function secretsIn(value: unknown, hidden: unknown): string[] {
  if (hidden === secret_mask) return typeof value === 'string' && value.length >= 4 ? [value] : []
  if (typeof value !== 'object' || value === null || typeof hidden !== 'object' || hidden === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    secretsIn(inner, (hidden as Record<string, unknown>)[name]),
  )
}
