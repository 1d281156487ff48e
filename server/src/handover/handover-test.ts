/** Runs one test with the stored settings and stores its result for the handover sheet. */
import type { HandoverResult, HandoverTest, StorageStep } from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'
import type { ProgressBoard } from '../core/flow/progress.ts'
import { Refusal } from '../core/refusal.ts'
import type { BoxClock } from '../device/box-clock.ts'
import { readParam } from '../params/param.store.ts'
import type { RunningTests } from '../storage/storage-leftovers.ts'
import { testStorage } from '../storage/storage-test.ts'
import { checkStep } from '../system/diagnose/diagnose-step.ts'
import { storeResult } from './handover.store.ts'

export type TestNeeds = CallContext & {
  box_clock: BoxClock
  storage_tests: ProgressBoard<StorageStep>
  running_tests: RunningTests
}
type Found = Pick<HandoverResult, 'result' | 'finding' | 'facts'>

export async function runHandoverTest(test: HandoverTest, context: TestNeeds): Promise<HandoverResult> {
  const began = performance.now()
  const { result, finding, facts } =
    test === 'object_storage' ? await tryObjectStorage(context) : await checkStep(test, context)
  const stored = {
    result,
    finding,
    facts,
    tested_ms: context.now(),
    took_ms: Math.round(performance.now() - began),
  }
  storeResult(context.db, test, stored)
  return { test, ...stored, stale: false }
}

/** Writes a marked object, reads it back and removes it, like the test in the form of the object storage. */
async function tryObjectStorage(context: TestNeeds): Promise<Found> {
  const param = readParam(context, 'storage_param')
  if (param.endpoint === '') return { result: 'skipped', finding: 'no_object_storage', facts: {} }
  try {
    const { failed, host } = await testStorage({ ...param, password: '' }, context.session.username, context)
    return failed
      ? {
          result: 'failed',
          finding: 'object_storage_failed',
          facts: { host, step: failed.step, reason: failed.reason },
        }
      : { result: 'good', finding: 'ok', facts: { host } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A field that the test needs is missing.
    return { result: 'failed', finding: 'object_storage_failed', facts: { reason: 'other' } }
  }
}
