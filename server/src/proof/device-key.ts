/**
 * The Ed25519 key that signs evidence (docs/evidence.md), sealed under the media key, which a restore keeps.
 * Made at the first start; a new key is signed by the previous one. Long because reading, checking and
 * sealing belong together.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { canonicalJson } from '#src/core/canonical-json.ts'
import type { Deps } from '#src/core/deps.ts'
import { damageRefusal } from '#src/guarded-files/evidence-file.ts'
import type { PublicKey, SignedText } from '#src/core/proof-head.ts'
import { Refusal } from '#src/core/refusal.ts'
import { setAside } from '#src/core/sealed/state-file.ts'
import { putInPlace } from '#src/core/sealed/key-file.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'

/** Each kind of payload has its own signed type, so that it cannot be mistaken for another kind. */
export type PayloadType = 'day' | 'head' | 'key' | 'keys' | 'dossier' | 'statement'

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

type Opened = { file: KeyFile; key: KeyObject }
type Needs = Pick<Deps, 'db' | 'folder' | 'now' | 'media' | 'findings'>

/** The `key_id` in use, so that a key that was exchanged is found. */
const setting = 'device_key'
const sumOf = (file: KeyFile): string => createHash('sha256').update(JSON.stringify(file)).digest('hex')
const textOf = (file: KeyFile): string => `${JSON.stringify({ ...file, sum: sumOf(file) })}\n`

export class DeviceKey {
  readonly #needs: Needs
  #open: Opened | undefined

  constructor(needs: Needs) {
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
    const made_ms = this.#needs.now()
    const next = newPair()
    // A user may replace a lost key: no former key vouches for the new one, which a verifier reports.
    if (!this.isUsable()) return void this.#keep(next, made_ms, null)
    const { key_id, public_key } = this.current
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

  /** Whether the key can sign. If not, its damage is reported. */
  isUsable(): boolean {
    try {
      return this.#opened() !== undefined
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  /** Made at the first start alone: a new key next to a log of the old one would make evidence doubtful. */
  #opened(): Opened {
    if (this.#open) return this.#open
    const { db, folder, findings, now } = this.#needs
    const path = join(folder, 'device.key')
    const known = readSetting<string>(db, setting, '')
    const [main, spare] = [path, `${path}.copy`].map((one) => this.#read(one, known))
    const found = main ?? spare
    if (!found) {
      const has_log = readSetting<string>(db, 'proof_log', '') !== ''
      if (known === '' && !has_log && ![path, `${path}.copy`].some(existsSync))
        return this.#keep(newPair(), now(), null)
      findings.report('device.key', 'signing_key')
      throw damageRefusal('device.key', 'signing_key')
    }
    for (const [at, one] of [
      [path, main],
      [`${path}.copy`, spare],
    ] as const)
      if (one?.file.key_id !== found.file.key_id) {
        if (existsSync(at) ? one === undefined : at === path) findings.report(basename(at), 'key_repaired')
        setAside(at)
        putInPlace(at, textOf(found.file))
      }
    return this.#use(found)
  }

  /** The key of a file, if it is whole and the known one, or one for which the known one vouches. */
  #read(path: string, known: string): Opened | undefined {
    try {
      const { sum, ...file } = JSON.parse(readFileSync(path, 'utf8')) as KeyFile & { sum?: string }
      // A file of an earlier version has no checksum.
      if (sum === undefined ? known !== '' : sum !== sumOf(file)) return undefined
      const key = createPrivateKey({ key: this.#unseal(file.sealed), format: 'der', type: 'pkcs8' })
      const { key_id, public_key } = publicOf(key)
      if (file.key_id !== key_id || file.public_key !== public_key) return undefined
      if (!isVouchedFor(file)) return undefined
      return known === '' || [key_id, file.before?.key_id].includes(known) ? { file, key } : undefined
    } catch {
      return undefined
    }
  }

  #use(opened: Opened): Opened {
    const { db, now, findings } = this.#needs
    const { key_id } = opened.file
    if (readSetting<string>(db, setting, '') !== key_id) writeSetting(db, setting, key_id, now())
    if (findings.all().some(({ damage }) => damage === 'signing_key')) findings.settle('device.key')
    return (this.#open = opened)
  }

  #keep({ key, ...known }: Pair, made_ms: number, before: KeyFile['before']): Opened {
    const sealed = this.#seal(key.export({ format: 'der', type: 'pkcs8' }))
    const file: KeyFile = { ...known, made_ms, sealed, before }
    const path = join(this.#needs.folder, 'device.key')
    for (const at of [path, `${path}.copy`]) putInPlace(at, textOf(file))
    return this.#use({ file, key })
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

function publicOf(key: KeyObject): PublicKey {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return { key_id: createHash('sha256').update(spki).digest('hex'), public_key: spki.toString('base64') }
}

/** Whether the former key, if there is one, has signed the statement that this key follows it. */
function isVouchedFor({ key_id, before }: KeyFile): boolean {
  if (!before) return true
  const { payload, signature } = before.statement
  const key = createPublicKey({ key: Buffer.from(before.public_key, 'base64'), format: 'der', type: 'spki' })
  const said = JSON.parse(payload) as { key_id: unknown; before: unknown }
  return (
    said.key_id === key_id &&
    said.before === before.key_id &&
    createHash('sha256').update(Buffer.from(before.public_key, 'base64')).digest('hex') === before.key_id &&
    verify(null, signedBytes('key', payload), key, Buffer.from(signature, 'base64'))
  )
}

function newPair(): Pair {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { ...publicOf(privateKey), key: privateKey }
}
