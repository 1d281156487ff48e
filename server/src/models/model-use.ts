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
 * The target of going back: the model that was in use before the present one was promoted, if it still
 * exists, else the one before that. Models that were left, by a user or by the device, are none: going back
 * twice goes back two steps. Undefined if there is no such target.
 */
export function previousUse({ db }: Pick<Deps, 'db'>): Named | undefined {
  const shipped: Named = { model: null, name: '', version: '' }
  const standing = [shipped]
  for (const { model, name, version, why } of modelUses(db).toReversed()) {
    const there = why === 'promoted' ? -1 : standing.findLastIndex((one) => one.model === model)
    if (there >= 0) standing.splice(there + 1)
    else standing.push({ model, name, version })
  }
  const present = standing.pop()?.model ?? null
  const checked = new Set(allModels(db).flatMap(({ model, state }) => (state === 'checked' ? [model] : [])))
  return standing.findLast(({ model }) => model !== present && (model === null || checked.has(model)))
}

/**
 * Stores the change as a single row, so that a crash leaves either the former model or this one, and sends
 * the configuration.
 */
export function changeModel(
  model: string | null,
  {
    by,
    why,
    verdict = null,
    reason = '',
  }: Pick<ModelUse, 'by' | 'why'> & Partial<Pick<ModelUse, 'verdict' | 'reason'>>,
  { db, bus, now }: Needs,
): void {
  const row = model === null ? undefined : modelOf(db, model)
  const { name = '', version = '', sha256 = '' } = row ? factsOf(row.facts) : {}
  addUse(db, { model: row ? model : null, name, version, sha256, at_ms: now(), by, why, verdict, reason })
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
