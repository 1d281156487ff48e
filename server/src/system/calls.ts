/** Area `system`: state of the box, analysis application, logs, template demonstration (spec §2, §7). */
import type { SoftwareState } from './operation/software.ts'
import type { BoxClock } from '../device/box-clock.ts'
import type { DiskCount } from './disk/disk.ts'
import type { CallOutcomes } from '../core/flow/call-outcomes.ts'
import type { SingleRun } from '../core/flow/single-run.ts'
import type { Trials } from '../device/trial.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { AuditChain } from './audit/chain.ts'
import type { LogWriter } from './log/log-writer.ts'
import { type History, percent } from './vitals/vitals.ts'
import { log_type, type system_calls } from '@parking/contract'
import { countWaiting } from '../events/record/event.store.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { stampOf } from '../core/stamp.ts'
import { controlApp } from './operation/app-control.ts'
import { listJournal } from './log/journal-list.ts'
import { deleteLog } from './log/log-delete.ts'
import { listLogs } from './log/log-list.ts'
import { templateRows } from './template.store.ts'

type Needs = CallContext & {
  call_outcomes: CallOutcomes
  audit_chain: AuditChain
  history: History
  log_writer: LogWriter
  analysis: AnalysisConnection
  trials: Trials
  app_control: SingleRun
  software: SoftwareState
  log_deletion: SingleRun
  disk_count: DiskCount
  support_bundle: SingleRun
  restore_request: SingleRun
  box_clock: BoxClock
}

export const system_handlers = {
  async system_status(_, { host, history }) {
    const { memory_used, memory_total, temperature, cpu } = await host.vitals()
    return {
      memory: percent(memory_used, memory_total),
      memory_used,
      memory_total,
      temperature,
      cpu,
      history: history.points(),
    }
  },

  reboot_time(_, { host, now }) {
    const booted = host.bootedAt()
    return { reboot_time: stampOf(booted), run_time: Math.max(0, Math.floor((now() - booted) / 1000)) }
  },

  app_status: (_, context) => appStatus(context),

  async app_control({ action }, context) {
    await controlApp(context, action)
    context.log.info({ user: context.session.username, action }, 'analysis application controlled')
    return appStatus(context)
  },

  log(filter, { db, log_writer, journal }) {
    if (filter.type === log_type.system) return listJournal(journal, filter)
    log_writer.flush()
    return listLogs(db, filter)
  },

  delete_log: (range, context) => deleteLog(range, context),

  ping: (_, { boot_id }) => ({ boot_id }),

  call_outcome: ({ key, age_ms }, { call_outcomes }) => call_outcomes.find(key, age_ms),

  getList({ page, page_size }, { db }) {
    const { total, rows } = templateRows(db, page, page_size)
    return {
      total,
      list: rows.map(({ created_ms, ...row }) => ({ ...row, create_time_str: stampOf(created_ms) })),
    }
  },
} satisfies Handlers<keyof typeof system_calls, Needs>

async function appStatus(deps: Needs) {
  const { app, analysis, db } = deps
  const auto_update = await deps.software.autoUpdate(deps)
  const { state, reason, startup } = app.status()
  return {
    startup,
    running: state === 'running',
    auto_update,
    state,
    reason: reason.slice(0, 500),
    waiting: countWaiting(db),
    connected: analysis.peer !== null,
    name: analysis.peer?.name ?? '',
    version: analysis.peer?.version ?? '',
  }
}
