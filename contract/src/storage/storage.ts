/** Area `parking`, the storage tried out before it is trusted (ours, beyond spec §7): one marked object is written, read back, compared and removed. */
import * as z from 'zod/mini'
import { admins, defineCall, everyone } from '../core/call.ts'
import { event_type } from '../core/codes.ts'
import { filled, nothing, openCoded, stamp, text, whole } from '../core/fields.ts'
import { storage_param } from '../params/params.ts'

/** In the order in which they are walked. `tls` is left out where the endpoint is not encrypted. */
export const storage_steps = [
  'name',
  'connect',
  'tls',
  'signin',
  'bucket',
  'write',
  'read',
  'compare',
  'remove',
] as const
export type StorageStep = (typeof storage_steps)[number]

/**
 * Why a storage could not be used. forbidden: an address that this device never asks. certificate: the other end cannot show who it is. tls: no encryption
 * could be agreed on. clock: ours is too far from theirs. bucket: no such bucket or folder. denied: signed in, but not allowed to. not_storage: an answer
 * that no such storage gives. region: the bucket lives elsewhere. changed: what came back is not what was written. full: no room left there. file: the file on
 * this device's disk could not be read. other: it refused in words of its own.
 */
export const storage_reasons = [
  'forbidden',
  'name_unknown',
  'unreachable',
  'refused',
  'timeout',
  'cut',
  'tls',
  'certificate',
  'signin',
  'clock',
  'bucket',
  'region',
  'denied',
  'full',
  'busy',
  'not_storage',
  'changed',
  'file',
  'other',
] as const
export type StorageReason = (typeof storage_reasons)[number]

export const test_storage = defineCall({
  path: '/api/parking/test_storage',
  roles: admins,
  effect: 'write',
  slow: true,
  summary:
    'Try a storage as it is typed, unsaved: write one marked object, read it back, compare and remove it (30 s). An empty password is the stored one.',
  /** `watch` names the test for `storage_test_steps`. */
  body: z.strictObject({ ...storage_param.shape, watch: z.optional(filled(64)) }),
  answer: z.strictObject({
    passed: z.array(z.strictObject({ step: z.enum(storage_steps), ms: z.int() })),
    /** null where every step has passed. */
    failed: z.nullable(
      z.strictObject({
        step: z.enum(storage_steps),
        reason: z.enum(storage_reasons),
        ms: z.int(),
        /** What the storage said, never a secret. */ said: text(500),
      }),
    ),
    /** Where it was tried: host, port, bucket, the name of the object. */
    host: text(300),
    bucket: text(256),
    key: text(1000),
    /** Our clock minus the storage's; null where it does not tell. A positive one means that ours is ahead. */
    skew_ms: z.nullable(z.number()),
    /** True where the marked object could not be removed: the device tries again by itself. */
    left_behind: z.boolean(),
  }),
  example: {
    protocol: 4,
    endpoint: 'https://s3.example.com',
    username: 'kerb',
    password: '',
    directory: 'parking-evidence/kerb-01',
    key_re: '',
  },
  ours: true,
})

export const storage_test_steps = defineCall({
  path: '/api/parking/storage_test_steps',
  roles: admins,
  effect: 'read',
  summary: 'Which steps a test of the caller has passed so far; empty for one that has ended.',
  body: z.strictObject({ watch: filled(64) }),
  answer: z.strictObject({ passed: z.array(z.enum(storage_steps)) }),
  example: { watch: 'a1b2c3' },
  ours: true,
})

export const storage_key_facts = defineCall({
  path: '/api/parking/storage_key_facts',
  roles: everyone,
  effect: 'read',
  summary:
    'What the key template is shown with: the facts of the last event, or made-up ones where there is none yet.',
  body: nothing,
  answer: z.strictObject({
    /** False where they are made up. */
    real: z.boolean(),
    device_sn: text(64),
    parking_no: text(64),
    lot_no: text(32),
    camera_sn: text(64),
    event_type: openCoded(event_type),
    uuid: filled(36),
    n: whole(1, 999),
    kind: text(8),
    ext: text(4),
    event_time: stamp(),
  }),
  example: {},
  ours: true,
})

export const storage_calls = { test_storage, storage_test_steps, storage_key_facts }
