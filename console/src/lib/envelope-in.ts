import type { Envelope } from '@parking/contract/core/envelope.ts'

/** The envelope of an HTTP answer; undefined if it is not one of the device's. */
export function envelopeIn(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number'
      ? (value as Envelope)
      : undefined
  } catch {
    return undefined
  }
}
