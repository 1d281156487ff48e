/** Area `parking`: the calls about alarms, which are not in the specification. */
import type { alarm_calls } from '@parking/contract'
import type { Handlers } from '../core/call-context.ts'
import { alarmList } from './list.ts'
import { sendTestMail } from './mail-test.ts'
import { alarmMailRule, updateAlarmMailRule } from './rule.store.ts'

export const alarm_handlers = {
  alarms: (body, context) => alarmList(body, context),
  get_alarm_mail: (_, context) => alarmMailRule(context),
  update_alarm_mail(change, context) {
    updateAlarmMailRule(context, change)
    return {}
  },
  test_mail: (body, context) => sendTestMail(body, context),
} satisfies Handlers<keyof typeof alarm_calls>
