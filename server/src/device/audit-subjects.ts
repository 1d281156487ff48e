/** Audit subjects of the device calls: clock, network and VPN. */
import type { CallName } from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { Values } from '../core/audit-values.ts'
import type { BoxClock } from './box-clock.ts'
import type { Trials } from './trial.ts'
import { shownVpnAccount } from './vpn-account.ts'

export const device_audit_subjects = {
  set_time: ({ time }, context, answer) => ({
    ...context.box_clock.last,
    ...(answer && time !== undefined ? { time } : {}),
  }),
  set_ntp: (_, context) => ({ ...context.box_clock.last }),
  set_ipv4: (_, __, answer) => answer?.trial.after ?? {},
  set_dns: (_, __, answer) => answer?.trial.after ?? {},
  confirm_trial: (_, context) => trialValues(context),
  cancel_trial: (_, context) => trialValues(context),
  register_vpn_online: (_, context) => shownVpnAccount(context),
  register_vpn_offline: (_, context) => shownVpnAccount(context),
  start_vpn: (_, context) => shownVpnAccount(context),
  stop_vpn: (_, context) => shownVpnAccount(context),
  cancel_vpn: (_, context) => shownVpnAccount(context),
} satisfies AuditSubjects<CallName, CallContext & { trials: Trials; box_clock: BoxClock }>

function trialValues({ trials }: { trials: Trials }): Values {
  const { kind, state, reason, after } = trials.now()
  return { kind, state, reason, ...(state === 'confirmed' ? after : {}) }
}
