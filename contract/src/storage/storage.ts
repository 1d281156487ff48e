/**
 * Testing an object storage: one marked picture is written, read back, compared and removed (ours, beyond
 * spec §7).
 */
import * as z from 'zod/mini'
import { admins, defineCall, viewers } from '../core/call.ts'
import { event_type } from '../core/codes.ts'
import { filled, lines, nothing, openCoded, stamp, text, whole } from '../core/fields.ts'
import { storage_param } from '../params/params.ts'
import { serverTrustTyped, tls_errors } from '../core/server-trust.ts'

/** In the order of the test. `tls` is skipped for an unencrypted endpoint. */
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
 * Why a storage could not be used. forbidden: an address that this device never contacts. certificate: the
 * other end cannot prove its identity. tls: no common encryption. clock: the clocks differ too much. bucket:
 * no such bucket or folder. denied: signed in, but not allowed. not_storage: the answer came from a different
 * kind of server. region: the bucket is in another region. addressing: the bucket is not reached by this kind
 * of address. suspended: the account is suspended, in arrears or not verified. changed: the data read differs
 * from the data written. full: the storage has no space. file: the file on this device could not be read.
 * other: refused with the storage's own message.
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
  'addressing',
  'suspended',
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
    'Test a storage with these settings, without saving them: write one marked picture, read it back, ' +
    'compare and remove it (30 s). An empty password means the stored one.',
  /** `watch` identifies the test for `storage_test_steps`. */
  body: z.strictObject({
    ...storage_param.shape,
    ...serverTrustTyped(),
    watch: z.optional(filled(64)),
  }),
  answer: z.strictObject({
    passed: z.array(z.strictObject({ step: z.enum(storage_steps), ms: z.int() })),
    /** null if uploads will work, although the user may be unable to read or to remove. */
    failed: z.nullable(
      z.strictObject({
        step: z.enum(storage_steps),
        reason: z.enum(storage_reasons),
        /** Why the certificate was not accepted, if that is the reason. */
        tls: z.nullable(z.enum(tls_errors)),
        ms: z.int(),
        /** The message of the storage; never contains a secret. */
        said: lines(500),
      }),
    ),
    /** Where the object was written: host and port, bucket, name. */
    host: text(300),
    bucket: text(256),
    key: text(1000),
    /**
     * The device's clock minus the storage's; null if the storage does not report it. Positive: the device is
     * ahead.
     */
    skew_ms: z.nullable(z.number()),
    /** True if the marked picture could not be removed; the device tries again later. */
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
  summary: 'The steps that a test of the caller has passed so far; empty for a test that has ended.',
  body: z.strictObject({ watch: filled(64) }),
  answer: z.strictObject({ passed: z.array(z.enum(storage_steps)) }),
  example: { watch: 'a1b2c3' },
  ours: true,
})

export const storage_key_facts = defineCall({
  path: '/api/parking/storage_key_facts',
  roles: viewers,
  effect: 'read',
  summary:
    'The values for an example of the key template: those of the last event, or invented ones if there ' +
    'is none.',
  body: nothing,
  answer: z.strictObject({
    /** False if the facts are invented. */
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
