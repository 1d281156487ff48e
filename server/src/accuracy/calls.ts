/** Area `parking`: the measured accuracy of automatic decisions. */
import type { accuracy_calls } from '@parking/contract'
import type { CheckLeases } from '../checks/check-lease.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { Db } from '../core/db.ts'
import { countSkip, countWaiting } from './accuracy.store.ts'
import { correctOwn, ownJudgements } from './correct.ts'
import { judgeSample, judgeSamplePlate, nextToJudge } from './judge.ts'
import { promiseReport } from './promise-report.ts'
import { accuracyReport } from './report.ts'
import { accuracySettings, updateAccuracySettings } from './settings.ts'

const day_ms = 86_400_000

type Needs = CallContext & { accuracy_leases: CheckLeases; proof_log: { reader(): Db } }

export const accuracy_handlers = {
  get_accuracy_settings: (_, { db }) => accuracySettings(db),
  update_accuracy_settings(change, { db, now }) {
    updateAccuracySettings(db, change, now())
    return {}
  },
  next_accuracy_sample: (body, context) => nextToJudge(body, context),
  skip_accuracy_sample({ sample_id }, { db }) {
    countSkip(db, sample_id)
    return {}
  },
  list_accuracy_judgements: (_, context) => ownJudgements(context),
  correct_accuracy_judgement: (body, context) => correctOwn(body, context),
  accuracy_waiting: (_, { db, now }) => ({ waiting: countWaiting(db, now()) }),
  judge_accuracy_sample: (body, context) => judgeSample(body, context),
  judge_accuracy_plate: (body, context) => judgeSamplePlate(body, context),
  accuracy_report: ({ by, days }, { db, now, proof_log }) =>
    accuracyReport(db, {
      by,
      from_ms: now() - days * day_ms,
      now: now(),
      proof: proof_log.reader(),
    }),
  accuracy_promise: (_, context) => promiseReport(context),
} satisfies Handlers<keyof typeof accuracy_calls, Needs>
