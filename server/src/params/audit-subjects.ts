/** Audit subjects of the calls that update parameters. */
import type { ParamGroup } from '@parking/contract'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { Values } from '../core/audit-values.ts'
import { readParam, shown, shownParams } from './param.store.ts'

type Needs = Parameters<typeof readParam>[0] & Parameters<typeof shownParams>[0]

export const param_audit_subjects = {
  update_alg_param: (_, context) => valuesOf('alg_param', context),
  update_schedule_param: (_, context) => valuesOf('schedule_param', context),
  update_event_param: (_, context) => valuesOf('event_param', context),
  update_storage_param: (_, context) => valuesOf('storage_param', context),
  update_platform_param: (_, context) => valuesOf('platform_param', context),
  update_alarm_param: (_, context) => valuesOf('alarm_param', context),
  update_mqtt_param: (_, context) => valuesOf('mqtt_param', context),
  update_all_param: (_, context) => valuesOfAll(context),
} satisfies AuditSubjects

const valuesOf = (group: ParamGroup, context: Needs): Values => ({
  ...shown(group, readParam(context, group)),
})

/** Each field name is prefixed with the name of its group. */
const valuesOfAll = (context: Needs): Values =>
  Object.fromEntries(
    Object.entries(shownParams(context)).flatMap(([group, { revision: _, ...values }]) =>
      Object.entries(values).map(([field, value]) => [`${group}.${field}`, value]),
    ),
  )
