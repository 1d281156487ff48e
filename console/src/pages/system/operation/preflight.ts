/** What is running and waiting on the device before a restart: information, warnings, and blockers. */
import type { AnswerAt } from '#src/core/api.ts'

export type Preflight = AnswerAt<'/api/system/reboot_preflight'>

export type Remark =
  | {
      kind: 'app_running' | 'app_stopped' | 'waiting_none' | 'nothing_runs' | 'others_none' | 'took_none'
      tone: 'ok'
    }
  | { kind: 'updating' | 'trial'; tone: 'bad' }
  | { kind: 'waiting'; tone: 'ok'; n: number }
  | { kind: 'others'; tone: 'warn'; names: readonly string[] }
  | { kind: 'took'; tone: 'ok'; seconds: number }

/** Blockers first, then warnings, then information. */
export function remarksOf({
  waiting,
  updating,
  trial,
  app_running,
  others,
  last_took_s,
}: Preflight): Remark[] {
  const remarks: Remark[] = [
    ...(updating ? [{ kind: 'updating', tone: 'bad' } as const] : []),
    ...(trial ? [{ kind: 'trial', tone: 'bad' } as const] : []),
    others.length > 0 ? { kind: 'others', tone: 'warn', names: others } : { kind: 'others_none', tone: 'ok' },
    { kind: app_running ? 'app_running' : 'app_stopped', tone: 'ok' },
    waiting > 0 ? { kind: 'waiting', tone: 'ok', n: waiting } : { kind: 'waiting_none', tone: 'ok' },
    ...(updating || trial ? [] : [{ kind: 'nothing_runs', tone: 'ok' } as const]),
    last_took_s === null
      ? { kind: 'took_none', tone: 'ok' }
      : { kind: 'took', tone: 'ok', seconds: last_took_s },
  ]
  const order = { bad: 0, warn: 1, ok: 2 }
  return remarks.sort((a, b) => order[a.tone] - order[b.tone])
}

/** What blocks a restart now; undefined if nothing does. */
export function blockOf(preflight: Preflight | undefined): 'updating' | 'trial' | undefined {
  if (preflight?.updating) return 'updating'
  return preflight?.trial ? 'trial' : undefined
}
