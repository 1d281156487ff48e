/** Area `parking`: testing the object storage. */
import type { storage_calls, StorageStep } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { ProgressBoard } from '../core/flow/progress.ts'
import { storageKeyFacts } from './storage-key-facts.ts'
import type { RunningTests } from './storage-leftovers.ts'
import { testStorage } from './storage-test.ts'

type Needs = CallContext & { storage_tests: ProgressBoard<StorageStep>; running_tests: RunningTests }

export const storage_handlers = {
  test_storage: (form, context) => testStorage(form, context.session.username, context),
  storage_test_steps: ({ watch }, { storage_tests, session }) => ({
    passed: storage_tests.steps(session.username, watch),
  }),
  storage_key_facts: (_, context) => storageKeyFacts(context),
} satisfies Handlers<keyof typeof storage_calls, Needs>
