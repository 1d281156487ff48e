/** The key that signs evidence (ours): docs/evidence.md. */
import * as z from 'zod/mini'
import { admins, defineCall, workers } from '../core/call.ts'
import { nothing, stamp, text } from '../core/fields.ts'

const device_key = z.strictObject({
  /** SHA-256 of the public key, in hexadecimal. */
  key_id: text(64),
  /** SubjectPublicKeyInfo of an Ed25519 key, in base64. */
  public_key: text(100),
  since_str: stamp(),
  since_ms: z.int(),
  /**
   * The key before it, and its signature under the statement that this key follows it (docs/evidence.md).
   * null for the first key, and for one that replaced a lost key.
   */
  before: z.nullable(text(64)),
  statement: z.nullable(text(1000)),
  signature: z.nullable(text(100)),
})

export const get_device_key = defineCall({
  path: '/api/system/get_device_key',
  roles: workers,
  effect: 'read',
  summary: 'The public half of the key that signs evidence, and those of former keys, the newest first.',
  body: nothing,
  answer: z.strictObject({
    ...device_key.shape,
    former: z.array(device_key),
    /**
     * The current key's signature under the list of former keys (docs/evidence.md). Their own statements
     * prove nothing about them: any key can claim that a known one follows it.
     */
    vouched: z.strictObject({ key_id: text(64), payload: text(200_000), signature: text(100) }),
  }),
  example: {},
  ours: true,
})

export const rotate_device_key = defineCall({
  path: '/api/system/rotate_device_key',
  roles: admins,
  effect: 'write',
  fresh: true,
  summary: 'Sign evidence with a new key, which the current one signs. Former signatures stay valid.',
  body: nothing,
  answer: nothing,
  example: {},
  ours: true,
})

export const proof_calls = { get_device_key, rotate_device_key }
