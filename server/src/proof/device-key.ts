/**
 * The Ed25519 key that signs evidence (docs/evidence.md). It is created at the first start and sealed under
 * the media key, which a restore keeps and an erasure destroys. A new key is signed by the previous one.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '#src/core/canonical-json.ts'
import type { Deps } from '#src/core/deps.ts'
import type { PublicKey, SignedText } from '#src/core/proof-head.ts'

/** Each kind of payload has its own signed type, so that it cannot be mistaken for another kind. */
export type PayloadType = 'day' | 'head' | 'key' | 'dossier' | 'statement'

/** The bytes under a signature (DSSE 1.0, pre-authentication encoding). */
export function signedBytes(type: PayloadType, payload: string): Buffer {
  const name = `application/vnd.parking-edge.${type}+json`
  const body = Buffer.from(payload)
  return Buffer.concat([Buffer.from(`DSSEv1 ${name.length} ${name} ${body.length} `), body])
}

type KeyFile = PublicKey & {
  made_ms: number
  /** The private key as PKCS #8, sealed: nonce, tag and cipher in base64. */
  sealed: string
  /** The former key, and its signature under the statement that this key follows it. Null for the first. */
  before: (PublicKey & { statement: SignedText }) | null
}

export class DeviceKey {
  readonly #needs: Pick<Deps, 'folder' | 'now' | 'log' | 'media'>
  #open: { file: KeyFile; key: KeyObject } | undefined

  constructor(needs: Pick<Deps, 'folder' | 'now' | 'log' | 'media'>) {
    this.#needs = needs
  }

  /** The key in use, and when it was created in milliseconds. */
  get current(): PublicKey & { made_ms: number; before: KeyFile['before'] } {
    const { key_id, public_key, made_ms, before } = this.#opened().file
    return { key_id, public_key, made_ms, before }
  }

  sign(type: PayloadType, payload: string): SignedText {
    const { file, key } = this.#opened()
    const signature = sign(null, signedBytes(type, payload), key).toString('base64')
    return { key_id: file.key_id, payload, signature }
  }

  /** Creates a new key, which the current key signs before it is discarded. */
  rotate(): void {
    const { key_id, public_key } = this.current
    const made_ms = this.#needs.now()
    const next = newPair()
    const statement = this.sign(
      'key',
      canonicalJson({
        v: 1,
        type: 'key',
        before: key_id,
        key_id: next.key_id,
        public_key: next.public_key,
        made_ms,
      }),
    )
    this.#keep(next, made_ms, { key_id, public_key, statement })
  }

  #opened(): { file: KeyFile; key: KeyObject } {
    if (this.#open) return this.#open
    const path = join(this.#needs.folder, 'device.key')
    if (existsSync(path)) {
      try {
        const file = JSON.parse(readFileSync(path, 'utf8')) as KeyFile
        const key = createPrivateKey({ key: this.#unseal(file.sealed), format: 'der', type: 'pkcs8' })
        return (this.#open = { file, key })
      } catch (error) {
        // Even without its key, the device must record events: it creates a new key, which the evidence log
        // shows.
        this.#needs.log.error({ err: error }, 'the key of the device is damaged; a new one is made')
        renameSync(path, `${path}.damaged`)
      }
    }
    return this.#keep(newPair(), this.#needs.now(), null)
  }

  #keep(
    { key, ...known }: Pair,
    made_ms: number,
    before: KeyFile['before'],
  ): { file: KeyFile; key: KeyObject } {
    const sealed = this.#seal(key.export({ format: 'der', type: 'pkcs8' }))
    const file: KeyFile = { ...known, made_ms, sealed, before }
    const path = join(this.#needs.folder, 'device.key')
    writeFileSync(`${path}.new`, `${JSON.stringify(file)}\n`, { mode: 0o600, flush: true })
    renameSync(`${path}.new`, path)
    const folder = openSync(this.#needs.folder, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
    return (this.#open = { file, key })
  }

  #sealingKey(): Buffer {
    return this.#needs.media.keyFor('device key')
  }

  #seal(plain: Buffer): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#sealingKey(), nonce)
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
  }

  #unseal(text: string): Buffer {
    const bytes = Buffer.from(text, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', this.#sealingKey(), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  }
}

type Pair = PublicKey & { key: KeyObject }

function newPair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  return {
    key_id: createHash('sha256').update(spki).digest('hex'),
    public_key: spki.toString('base64'),
    key: privateKey,
  }
}
