/** Checks Ed25519 signatures over the pre-authentication encoding of DSSE 1.0. */
import { base64, hexOf, joined, utf8 } from './bytes.mjs'

/** The SubjectPublicKeyInfo of an Ed25519 key (RFC 8410 §4) is these bytes followed by the key. */
const spki_start = '302a300506032b6570032100'

/**
 * The bytes to sign; each kind of payload has a type of its own. @param {string} kind @param {string} payload
 */
export function signedBytes(kind, payload) {
  const type = `application/vnd.parking-edge.${kind}+json`
  const body = utf8(payload)
  return joined([utf8(`DSSEv1 ${type.length} ${type} ${body.length} `), body])
}

/** The bytes of a public key; undefined if it is not an Ed25519 key. @param {unknown} text base64 */
export function publicKey(text) {
  const spki = base64(text)
  return spki?.length === 44 && hexOf(spki).startsWith(spki_start) ? spki : undefined
}

/**
 * Whether the signature of a payload is valid; false if the key or the signature is missing or malformed.
 * @param {import('./types.mjs').Platform} platform
 * @param {'day' | 'head' | 'key' | 'keys' | 'dossier' | 'statement'} kind
 * @param {string} payload @param {unknown} signature base64 @param {Uint8Array | undefined} spki
 */
export async function isSigned(platform, kind, payload, signature, spki) {
  const bytes = base64(signature)
  if (!spki || bytes?.length !== 64) return false
  return platform.ed25519(spki, signedBytes(kind, payload), bytes)
}
