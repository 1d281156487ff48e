/** The answer to the call `alarms`. */
import type { Answer, Body } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { countNotices, countOpen, listAlarms, notice, type AlarmRow } from './alarm.store.ts'
import { mailIsSet, mailProgress } from './mail-progress.store.ts'

export function alarmList(
  body: Body<'alarms'>,
  deps: Pick<Deps, 'db' | 'secrets' | 'now'>,
): Answer<'alarms'> {
  const { total, list } = listAlarms(deps.db, body)
  const { sent_ms, failures, next_ms, failed, tls, said } = mailProgress(deps)
  return {
    total,
    open: countOpen(deps.db),
    now_ms: deps.now(),
    list: list.map(({ raised_notice, recovered_notice, ...row }) => ({
      ...row,
      mail: mailState(raised_notice, recovered_notice),
    })),
    mail: {
      ready: mailIsSet(deps),
      waiting: countNotices(deps.db),
      sent_ms,
      next_ms: failures > 0 ? next_ms : null,
      failures,
      failed,
      tls,
      said: said.slice(0, 2000),
    },
  }
}

function mailState(
  raised: AlarmRow['raised_notice'],
  recovered: AlarmRow['recovered_notice'],
): 'none' | 'waiting' | 'sent' {
  const states = [raised, recovered]
  if (states.some((state) => state === notice.waits || state === notice.partly)) return 'waiting'
  return states.includes(notice.mailed) ? 'sent' : 'none'
}
