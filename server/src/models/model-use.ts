/** Which model is in use: changing it, going back, and changes that the device makes without a user. */
import type { ModelUseReason } from '@parking/contract'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { Deps } from '../core/deps.ts'
import type { ModelFacts } from '../ports/models-port.ts'
import { addUse, allModels, currentUse, modelOf, modelUses, type ModelUse } from './model.store.ts'

type Needs = Pick<Deps, 'db' | 'bus' | 'now'>
export type Named = { model: string | null; name: string; version: string }

/** The reasons for changes that the device makes without a user. */
export const own_reasons: readonly ModelUseReason[] = ['crashes', 'silent', 'unusable', 'lost']

export const factsOf = (facts: string): Partial<ModelFacts> => JSON.parse(facts) as Partial<ModelFacts>

/** The model in use; null is the shipped one. */
export const modelInUse = ({ db }: Pick<Deps, 'db'>): string | null => currentUse(db)?.model ?? null

/**
 * The target of going back: the last other model that still exists and that the device did not abandon by
 * itself, else the shipped model. Undefined if there is no such target.
 */
export function previousUse({ db }: Pick<Deps, 'db'>): Named | undefined {
  const uses = modelUses(db)
  const present = uses[0]?.model ?? null
  const checked = new Set(allModels(db).flatMap(({ model, state }) => (state === 'checked' ? [model] : [])))
  for (const [at, use] of uses.entries()) {
    const next = uses[at - 1]
    if (use.model === null || use.model === present || !checked.has(use.model)) continue
    if (next && own_reasons.includes(next.why)) continue
    return { model: use.model, name: use.name, version: use.version }
  }
  return present === null ? undefined : { model: null, name: '', version: '' }
}

/**
 * Stores the change as a single row, so that a crash leaves either the former model or this one, and sends
 * the configuration.
 */
export function changeModel(
  model: string | null,
  { by, why }: Pick<ModelUse, 'by' | 'why'>,
  { db, bus, now }: Needs,
): void {
  const row = model === null ? undefined : modelOf(db, model)
  const { name = '', version = '', sha256 = '' } = row ? factsOf(row.facts) : {}
  addUse(db, { model: row ? model : null, name, version, sha256, at_ms: now(), by, why })
  bus.emit('config')
}

/** The model that the device abandoned by itself, if it is still stored and no user has decided since. */
export function leftModel({ db }: Pick<Deps, 'db'>): Named | undefined {
  const [present, ...before] = modelUses(db, 20)
  if (!present || !own_reasons.includes(present.why)) return undefined
  const left = before[0]
  return left?.model && modelOf(db, left.model) ? left : undefined
}

/** The connected analysis application and the SHA-256 of the model that it works with; null without one. */
export function programNow(
  { db }: Pick<Deps, 'db'>,
  { peer }: AnalysisConnection,
): { name: string; version: string; model: string } | null {
  if (!peer) return null
  const use = currentUse(db)
  const model = use?.model ? use.sha256 : (peer.models?.sha256 ?? '')
  return { name: peer.name, version: peer.version, model }
}
