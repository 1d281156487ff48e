/**
 * The format of a sealed file (docs/decisions/0049): each file has a random key that encrypts it in pieces of
 * 64 KiB, and a short head with that key, wrapped by the master key for each name that the file may have.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Indexed by the number in the head. */
export const algorithms = ['aes-256-gcm', 'chacha20-poly1305'] as const
export type Algorithm = (typeof algorithms)[number]

/** Plain bytes of a piece: the least that is decrypted for a range. */
export const piece_bytes = 64 * 1024
const tag_bytes = 16
const salt_bytes = 16
const key_bytes = 32
const slot_bytes = salt_bytes + key_bytes + tag_bytes
/** Magic, version, algorithm, size of a piece as a power of two, one spare byte, number of names. */
const fixed_bytes = 10
const magic = Buffer.from('PEsf')
const version = 1
const piece_power = 16

/**
 * A file that is not what was stored under its name: changed, truncated, swapped, or sealed with another key.
 */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
}

/** Encrypts or decrypts the pieces of one file. */
export type FileKey = { readonly algorithm: Algorithm; readonly key: Buffer; readonly head: Buffer }

export type NewFileKey = FileKey & { readonly head_with_names: Buffer }

/** A new file key, and the head that precedes its pieces. `names`: 1 to 65,535. */
export function newFileKey(master: Buffer, names: readonly string[], algorithm: Algorithm): NewFileKey {
  const key = randomBytes(key_bytes)
  const head = Buffer.concat([
    magic,
    Buffer.from([version, algorithms.indexOf(algorithm), piece_power, 0]),
    Buffer.from([names.length >> 8, names.length & 0xff]),
  ])
  const slots = names.map((name) => {
    const salt = randomBytes(salt_bytes)
    return Buffer.concat([
      salt,
      ...encrypt('aes-256-gcm', wrappingKey(master, salt), 0, true, [head, name], key),
    ])
  })
  return { algorithm, key, head, head_with_names: Buffer.concat([head, ...slots]) }
}

/** Whether a file begins like a sealed one. Pictures, clips and archives do not. */
export const isSealed = (start: Buffer): boolean => start.subarray(0, magic.length).equals(magic)

/** The length of the whole head in bytes, from its first ten bytes. Throws DamagedFile. */
export function headBytes(start: Buffer): number {
  if (start.length < fixed_bytes) throw new DamagedFile('The head is cut')
  if (start[4] !== version || start[6] !== piece_power || algorithms[start[5]!] === undefined)
    throw new DamagedFile('The head is of an unknown version')
  return fixed_bytes + start.readUInt16BE(8) * slot_bytes
}
export const min_head_bytes = fixed_bytes

/** The key of a file, from its whole head. Throws DamagedFile if it was not sealed under this name. */
export function fileKey(master: Buffer, whole_head: Buffer, name: string): FileKey {
  const algorithm = algorithms[whole_head[5]!]
  if (!algorithm || whole_head.length !== headBytes(whole_head)) throw new DamagedFile('The head is cut')
  const head = Buffer.from(whole_head.subarray(0, fixed_bytes))
  for (let at = fixed_bytes; at < whole_head.length; at += slot_bytes) {
    const salt = whole_head.subarray(at, at + salt_bytes)
    const wrapped = whole_head.subarray(at + salt_bytes, at + slot_bytes)
    const key = decrypt('aes-256-gcm', wrappingKey(master, salt), 0, true, [head, name], wrapped)
    if (key) return { algorithm, key, head }
  }
  throw new DamagedFile('The file was stored under another name, or by another key')
}

/**
 * Encrypts a piece; returns it and its tag. `last`: so that a file truncated between two pieces is detected.
 */
export const sealPiece = ({ algorithm, key, head }: FileKey, n: number, last: boolean, plain: Uint8Array) =>
  encrypt(algorithm, key, n, last, [head], plain)

/** Decrypts a piece. Throws DamagedFile. */
export function openPiece(
  { algorithm, key, head }: FileKey,
  n: number,
  last: boolean,
  sealed: Uint8Array,
): Buffer {
  const plain = decrypt(algorithm, key, n, last, [head], sealed)
  if (!plain) throw new DamagedFile('The content was changed')
  return plain
}

/**
 * The plain size of a body of this many bytes, and the number of its pieces. Throws DamagedFile if no body
 * can have this size.
 */
export function bodyOf(bytes: number): { size: number; pieces: number } {
  const pieces = Math.max(1, Math.ceil(bytes / sealed_piece_bytes))
  const size = bytes - pieces * tag_bytes
  if (size < 0 || bytes - (pieces - 1) * sealed_piece_bytes < tag_bytes)
    throw new DamagedFile('The content was cut')
  return { size, pieces }
}
export const sealed_piece_bytes = piece_bytes + tag_bytes

/** One key per file, so that the counter below never repeats, however many files the master key seals. */
const wrappingKey = (master: Buffer, salt: Uint8Array): Buffer =>
  createHmac('sha256', master).update('file key\n').update(salt).digest()

/**
 * Unique for each piece of a key: a counter, and whether the piece is the last (STREAM, Hoang and others
 * 2015).
 */
function nonceOf(n: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(n, 7)
  nonce[11] = last ? 1 : 0
  return nonce
}

type About = readonly (Buffer | string)[]
const aboutOf = (about: About): Buffer =>
  Buffer.concat(about.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))

function encrypt(
  algorithm: Algorithm,
  key: Buffer,
  n: number,
  last: boolean,
  about: About,
  plain: Uint8Array,
): [Buffer, Buffer] {
  const cipher = cipherOf(algorithm, key, nonceOf(n, last))
  cipher.setAAD(aboutOf(about), { plaintextLength: plain.byteLength })
  const body = cipher.update(plain)
  cipher.final()
  return [body, cipher.getAuthTag()]
}

function decrypt(
  algorithm: Algorithm,
  key: Buffer,
  n: number,
  last: boolean,
  about: About,
  sealed: Uint8Array,
): Buffer | undefined {
  const length = sealed.byteLength - tag_bytes
  if (length < 0) return undefined
  const decipher = decipherOf(algorithm, key, nonceOf(n, last))
  decipher.setAAD(aboutOf(about), { plaintextLength: length })
  decipher.setAuthTag(sealed.subarray(length))
  const plain = decipher.update(sealed.subarray(0, length))
  try {
    decipher.final()
    return plain
  } catch {
    return undefined
  }
}

// Node has two overloads, each for a literal.
const cipherOf = (algorithm: Algorithm, key: Buffer, nonce: Buffer) =>
  algorithm === 'aes-256-gcm'
    ? createCipheriv(algorithm, key, nonce, { authTagLength: tag_bytes })
    : createCipheriv(algorithm, key, nonce, { authTagLength: tag_bytes })
const decipherOf = (algorithm: Algorithm, key: Buffer, nonce: Buffer) =>
  algorithm === 'aes-256-gcm'
    ? createDecipheriv(algorithm, key, nonce, { authTagLength: tag_bytes })
    : createDecipheriv(algorithm, key, nonce, { authTagLength: tag_bytes })
