/**
 * Encrypts the secrets in a file with AES-256-GCM, with a key that argon2id derives from a passphrase.
 * Everything else needed to decrypt them is in the file.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { camera_urls, param_groups, type ParamDocument } from '@parking/contract'
import * as z from 'zod/mini'
import { loadArgon2 } from '../core/files/argon2.ts'
import { canonical } from './canonical.ts'

/** Lists rather than objects: a serial number comes from the camera and must not become an object key. */
const document_secrets = z.strictObject({
  params: z
    .array(z.strictObject({ group: z.enum(param_groups), field: z.string(), value: z.string() }))
    .check(z.maxLength(100)),
  cameras: z
    .array(
      z.strictObject({
        camera_sn: z.string(),
        password: z.string().check(z.maxLength(128)),
        /** The complete addresses that contain a secret. In the cameras section they are masked. */
        urls: z.optional(z.partialRecord(z.enum(camera_urls), z.string().check(z.maxLength(500)))),
      }),
    )
    .check(z.maxLength(1_000)),
})
export type DocumentSecrets = z.output<typeof document_secrets>

type Wrapped = Extract<ParamDocument['secrets'], { kind: 'wrapped' }>
export type Cost = Pick<Wrapped, 'memory_kib' | 'passes' | 'lanes'>
/**
 * Three times the cost of a sign-in and more memory (the second recommendation of RFC 9106), because the file
 * can be attacked offline. Half a second on a small box.
 */
const usual_cost: Cost = { memory_kib: 65_536, passes: 3, lanes: 1 }

/** The parts that are not secret. They are authenticated with the secrets, which thus fit no other file. */
type Bound = Readonly<Record<'format' | 'version' | 'made' | 'sections', unknown>>
const boundTo = ({ format, version, made, sections }: Bound): Buffer =>
  Buffer.from(canonical({ format, version, made, sections }))

/** Normalises the passphrase, because composed and decomposed letters look alike. */
const keyOf = async (
  passphrase: string,
  salt: Uint8Array,
  { memory_kib, passes, lanes }: Cost,
): Promise<Buffer> =>
  (await loadArgon2()).hashRaw(passphrase.normalize('NFKC'), {
    memoryCost: memory_kib,
    timeCost: passes,
    parallelism: lanes,
    outputLen: 32,
    salt,
  })

/** `random` makes the salt and the nonce. Tests that compare bytes pass their own. */
export async function wrap(
  secrets: DocumentSecrets,
  passphrase: string,
  bound: Bound,
  { cost = usual_cost, random = randomBytes }: { cost?: Cost; random?: (bytes: number) => Buffer } = {},
): Promise<Wrapped> {
  const [salt, iv] = [random(16), random(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, cost), iv)
  cipher.setAAD(boundTo(bound))
  const data = Buffer.concat([cipher.update(canonical(secrets), 'utf8'), cipher.final()])
  const text = (bytes: Buffer) => bytes.toString('base64')
  return {
    kind: 'wrapped',
    kdf: 'argon2id',
    ...cost,
    salt: text(salt),
    cipher: 'aes-256-gcm',
    iv: text(iv),
    tag: text(cipher.getAuthTag()),
    data: text(data),
  }
}

/** Undefined for a wrong passphrase or a changed file. */
export async function unwrap(
  wrapped: Wrapped,
  passphrase: string,
  bound: Bound,
): Promise<DocumentSecrets | undefined> {
  const bytes = (text: string) => Buffer.from(text, 'base64')
  const key = await keyOf(passphrase, bytes(wrapped.salt), wrapped)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(wrapped.iv), { authTagLength: 16 })
    decipher.setAAD(boundTo(bound))
    decipher.setAuthTag(bytes(wrapped.tag))
    const plain = Buffer.concat([decipher.update(bytes(wrapped.data)), decipher.final()]).toString('utf8')
    return document_secrets.safeParse(JSON.parse(plain)).data
  } catch {
    return undefined
  }
}
