/** Area `handover`: the state of the installation, its tests, and the address of the handover sheet. */
import type { handover_calls, HandoverResult, HandoverTest, StorageStep } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { deviceName } from '../device/device.store.ts'
import { storePutOff, storeResult } from './handover.store.ts'
import { installState, proofOf } from './install-state.ts'
import { signedAddress } from '../core/downloads/signed-address.ts'
import type { ProgressBoard } from '../core/flow/progress.ts'
import { Refusal } from '../core/refusal.ts'
import type { BoxClock } from '../device/box-clock.ts'
import { readParam } from '../params/param.store.ts'
import type { RunningTests } from '../storage/storage-leftovers.ts'
import { testStorage } from '../storage/storage-test.ts'
import { checkStep } from '../system/diagnose/diagnose-step.ts'

export const handover_handlers = {
  async install_state(_, context) {
    const { proof, ...state } = await installState(context)
    return { ...state, proof: proofOf(proof, context) }
  },
  put_off_step({ step, put_off }, { db, now }) {
    storePutOff(db, step, put_off, now())
    return {}
  },
  run_handover_test: ({ test }, context) => runHandoverTest(test, context),
  async handover_sheet({ language }, context) {
    const { host_sn } = await context.host.identity()
    // A device name may contain characters that are not allowed in file names.
    const name = deviceName(context.db).replace(/[^\p{L}\p{N}_-]+/gu, '-')
    return {
      url: signedAddress(context.secrets, 'handover', language, context.session.id, context.now()),
      file_name: `handover-${[name, host_sn].filter(Boolean).join('-').slice(0, 120)}.html`,
    }
  },
} satisfies Handlers<keyof typeof handover_calls, TestNeeds>

/** Runs one test with the stored settings and stores its result for the handover sheet. */
type TestNeeds = CallContext & {
  box_clock: BoxClock
  storage_tests: ProgressBoard<StorageStep>
  running_tests: RunningTests
}
type Found = Pick<HandoverResult, 'result' | 'finding' | 'facts'>

async function runHandoverTest(test: HandoverTest, context: TestNeeds): Promise<HandoverResult> {
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
