/** Area `parking`: evidence rules (docs/evidence-rules.md). */
import { shipped_packs, type Answer, type evidence_rule_calls, type RulePack } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { AuditSubjects } from '../core/audit-subject.ts'
import { badField, notFound } from '../core/refusal.ts'
import { complianceOf, max_judged_events } from './compliance.ts'
import { activePacks, ruleChoice, writeRuleChoice } from './evidence-rules.store.ts'
import { judgeByUuid, type JudgeNeeds } from './judge-event.ts'

const day_ms = 86_400_000

export const evidence_rule_handlers = {
  get_evidence_rules: (_, context): Answer<'get_evidence_rules'> => {
    const { own, active } = ruleChoice(context)
    return { shipped: shipped_packs.map(copyOf), own: own.map(copyOf), active: [...active] }
  },

  update_evidence_rules({ own, active }, context) {
    const before = ruleChoice(context)
    const packs = own ?? before.own
    const names = [...shipped_packs, ...packs].map(({ pack }) => pack)
    const duplicate = packs.findIndex(({ pack }) => names.filter((name) => name === pack).length > 1)
    if (duplicate >= 0) throw badField(`own.${duplicate}.pack`, 'duplicate')
    const chosen = active ?? before.active
    writeRuleChoice(context, { own: packs, active: chosen.filter((pack) => names.includes(pack)) })
    return {}
  },

  async judge_event_evidence({ uuid }, context) {
    const judged = await judgeByUuid(uuid, activePacks(context), context)
    if (!judged) throw notFound('The event')
    return judged as Answer<'judge_event_evidence'>
  },

  async evidence_compliance({ days }, context) {
    const since_ms = context.now() - days * day_ms
    return {
      max_events: max_judged_events,
      cameras: await complianceOf(activePacks(context), since_ms, context),
    }
  },
} satisfies Handlers<keyof typeof evidence_rule_calls, CallContext & JudgeNeeds>

export const evidence_rule_audit_subjects = {
  update_evidence_rules: (_, context) => ({ ...ruleChoice(context) }),
} satisfies AuditSubjects

type Shown = Answer<'get_evidence_rules'>['own'][number]
const copyOf = (pack: RulePack): Shown => structuredClone(pack) as Shown
