/** Converts text, hexadecimal and base64 to and from bytes. */
const encoder = new TextEncoder()

/** @param {string} text */
export const utf8 = (text) => encoder.encode(text)

/** Throws if the bytes are not UTF-8. @param {Uint8Array} bytes */
export const textOf = (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

/** The bytes as text; undefined if they are not UTF-8. @param {Uint8Array} bytes */
export function textIn(bytes) {
  try {
    return textOf(bytes)
  } catch {
    return undefined
  }
}

/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The bytes of a base64 text; undefined if it is not base64. @param {unknown} text */
export function base64(text) {
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** @param {Uint8Array[]} parts */
export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** @param {Uint8Array} one @param {Uint8Array} other */
export const sameBytes = (one, other) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
