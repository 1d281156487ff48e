/** Area `parking`: replays recorded looks with other algorithm parameters (docs/what-if.md). */
import { param_issues, type Answer, type replay_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { badField, badFields, failed } from '../core/refusal.ts'
import { readParam } from '../params/param.store.ts'
import type { ReplayService } from './replay-service.ts'
import { recordedSpan } from './recording.store.ts'
import { showReplay } from './show-replay.ts'
import { stampOf } from '../core/stamp.ts'

type Needs = CallContext & { replays: ReplayService }

export const replay_handlers = {
  get_replay: (_, context) => ({
    available: context.replay_tool.available(),
    calibrations: [...context.replays.offered.soFar()],
    recorded: recordedOf(context),
    run: context.replays.last ? showReplay(context.replays.last, context) : null,
  }),

  async begin_replay({ changes, calibration = 'recorded', hours }, context) {
    if (!context.replay_tool.available()) throw failed('This device has no program that replays looks')
    if (recordedSpan(context.db).looks === 0) throw failed('No looks have been recorded yet')
    const wanted = { ...readParam(context, 'alg_param'), ...changes }
    const issues = param_issues
      .alg_param(wanted)
      .map((issue) => ({ ...issue, field: `changes.${issue.field}` }))
    if (issues.length > 0) throw badFields(issues)
    const offered = calibration === 'recorded' ? [calibration] : await context.replays.offered.ask()
    if (!offered.includes(calibration)) throw badField('calibration', 'choice')
    context.replays.begin({ wanted, calibration, hours }, context.session.username)
    return {}
  },

  async stop_replay(_, { replays }) {
    await replays.stopRun()
    return {}
  },
} satisfies Handlers<keyof typeof replay_calls, Needs>

function recordedOf({ db }: Pick<Needs, 'db'>): Answer<'get_replay'>['recorded'] {
  const { from_ms, to_ms, looks, bytes, cameras, longest_ms } = recordedSpan(db)
  return {
    from_str: stampOf(from_ms),
    to_str: stampOf(to_ms),
    seconds: Math.round(longest_ms / 1000),
    looks,
    cameras,
    bytes,
  }
}
