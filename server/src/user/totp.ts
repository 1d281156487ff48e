/** Time-based one-time passwords (RFC 6238, RFC 4226): six digits of HMAC-SHA-1, a new code every 30 s. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const step_ms = 30_000
const digits = 6
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of one time step. */
export function codeAt(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const at = mac[mac.length - 1]! & 0x0f
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** length).padStart(length, '0')
}

/**
 * The time step of a code: the current step or a neighbouring one, because clocks differ. Undefined for a
 * wrong code, and for a step that is not later than the last accepted one.
 */
export function acceptedStep(secret: Buffer, code: string, now: number, last: number): number | undefined {
  const present = Math.floor(now / step_ms)
  const given = Buffer.from(code)
  return [present, present - 1, present + 1].find((step) => {
    const wanted = Buffer.from(codeAt(secret, Math.max(0, step)))
    return step > last && wanted.length === given.length && timingSafeEqual(wanted, given)
  })
}

/** Base32 (RFC 4648) without padding, as authenticator apps read it. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** Undefined if the text is not Base32. */
export function fromBase32(text: string): Buffer | undefined {
  if (!/^[A-Z2-7]+$/.test(text)) return undefined
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}
