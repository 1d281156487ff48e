/**
 * The signed head of the evidence log and the device's key, as other parts pass them on (docs/evidence.md).
 */

/** `payload`: the exact text that is signed. `signature` in base64. */
export type SignedText = { key_id: string; payload: string; signature: string }
/** `public_key`: SubjectPublicKeyInfo in base64. `key_id`: its SHA-256 in hexadecimal. */
export type PublicKey = { key_id: string; public_key: string }

export type ProofSource = {
  /** Undefined while the log cannot be read; the message that carries the head is sent anyway. */
  headToSend(): { head: SignedText; key: PublicKey } | undefined
}
