/**
 * From the first sign-in to a handed-over device (ours): progress is read from the device itself, the device
 * stores the test results, and a printable sheet lists what was installed (docs/decisions/0048).
 */
import * as z from 'zod/mini'
import { defineCall, viewers, workers } from '../core/call.ts'
import { lines, nothing, text } from '../core/fields.ts'
import { languages } from '../core/language.ts'
import { diagnose_findings, diagnose_results } from '../system/diagnose.ts'
import { handover_tests, install_steps } from './install-steps.ts'

/** done: nothing is missing. skipped: something is missing, but a user has put the step off. */
export const install_states = ['done', 'open', 'skipped'] as const

/**
 * What a step still lacks. untested: a test of the step has not run since its settings changed. failed: a
 * test found a fault. not_answered: an event was created, but the platform has not accepted it.
 */
export const install_gaps = [
  'no_name',
  'no_place',
  'untested',
  'failed',
  'no_time_server',
  'no_cameras',
  'cameras_offline',
  'no_lots',
  'no_platform',
  'no_storage',
  'no_event',
  'not_answered',
] as const
export type InstallGap = (typeof install_gaps)[number]

export const handover_findings = [...diagnose_findings, 'no_object_storage', 'object_storage_failed'] as const

/** The last result of a test. */
const handover_result = z.strictObject({
  test: z.enum(handover_tests),
  result: z.enum(diagnose_results),
  finding: z.enum(handover_findings),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Milliseconds since 1970. */
  tested_ms: z.int(),
  took_ms: z.int(),
  /** Whether its settings have changed since. */
  stale: z.boolean(),
})
export type HandoverResult = z.output<typeof handover_result>

/**
 * The first event that the platform has accepted, else the newest one; only entries and exits (types 0, 1,
 * 3). The times are milliseconds since 1970, null if it has not happened.
 */
const proof = z.strictObject({
  uuid: text(36),
  event_type: z.int(),
  lot_no: text(32),
  camera_name: text(64),
  plate_number: text(32),
  plate_color: text(32),
  confidence: z.number(),
  event_ms: z.int(),
  create_ms: z.int(),
  pictures: z.int(),
  bytes: z.int(),
  /** The signed addresses of its picture and of its plate picture, or empty. */
  picture: text(500),
  plate_picture: text(500),
  send_ms: z.nullable(z.int()),
  response_ms: z.nullable(z.int()),
  response_status: z.int(),
  response_info: lines(2000),
  answered: z.boolean(),
})

const install_state = defineCall({
  path: '/api/system/install_state',
  roles: viewers,
  effect: 'read',
  summary:
    'How far the installation is: each step with what it lacks, the last result of each test, and the ' +
    'first event that reached the platform.',
  body: nothing,
  answer: z.strictObject({
    steps: z.array(
      z.strictObject({
        step: z.enum(install_steps),
        state: z.enum(install_states),
        lacks: z.array(z.enum(install_gaps)),
      }),
    ),
    /** The tests that have run, in test order. */
    tests: z.array(handover_result),
    proof: z.nullable(proof),
    cameras: z.int(),
    /** Cameras without an enabled scene with lots. */
    without_lots: z.int(),
    lots: z.int(),
  }),
  example: {},
  ours: true,
})

const put_off_step = defineCall({
  path: '/api/system/put_off_step',
  roles: workers,
  effect: 'write',
  summary: 'Put a step of the installation off, or take it up again. It stays an open point until done.',
  body: z.strictObject({ step: z.enum(install_steps), put_off: z.boolean() }),
  answer: nothing,
  example: { step: 'platform', put_off: true },
  ours: true,
})

const run_handover_test = defineCall({
  path: '/api/system/run_handover_test',
  roles: workers,
  effect: 'write',
  slow: true,
  summary: 'Run one test with the stored settings (30 s) and keep its result for the handover sheet.',
  body: z.strictObject({ test: z.enum(handover_tests) }),
  answer: handover_result,
  example: { test: 'gateway' },
  ours: true,
})

const handover_sheet = defineCall({
  path: '/api/system/handover_sheet',
  roles: workers,
  effect: 'read',
  summary:
    'A signed address, valid for ten minutes, of the handover sheet: one HTML page without secrets that ' +
    'prints on A4; with `&download=1` a file. The same state gives the same bytes.',
  body: z.strictObject({ language: z.enum(languages) }),
  answer: z.strictObject({ url: text(500), file_name: text(200) }),
  example: { language: 'zh' },
  ours: true,
})

export const handover_calls = { install_state, put_off_step, run_handover_test, handover_sheet }
