/**
 * The cost of a password hash. It is measured once, at the first start, so that a guess takes 100 to 250 ms
 * on this box. Older hashes are replaced when their user signs in.
 */
import { loadArgon2 } from '../core/files/argon2.ts'
import type { Db } from '../core/db.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

export type Cost = { memoryCost: number; timeCost: number; parallelism: number }

const key = 'password_cost'
/**
 * OWASP's first recommendation for argon2id, 19 MiB and 2 passes: the minimum, and the cost used in tests.
 */
export const min_cost: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** More memory makes guessing on other hardware more expensive, but a box has little. */
const more_memory = 65_536
const max_passes = 24
export const aim_ms = { min: 100, aim: 160, max: 250 } as const

/** The cost that was measured on this box; the minimum if none was. */
export const costOf = ({ db }: { db: Db }): Cost => readSetting<Cost>(db, key, min_cost)

/**
 * The processor time for a hash, in milliseconds. A box that starts is busy, so wall-clock time would
 * overestimate the cost. Takes the minimum of four, because this process does other work too.
 */
async function measured(cost: Cost): Promise<number> {
  const { hash } = await loadArgon2()
  const times: number[] = []
  for (let i = 0; i < 4; i++) {
    const start = process.cpuUsage()
    await hash('a password of the usual length', cost)
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

/** Finds the cost closest to the aim with a few measurements. */
export async function findCost(measure: (cost: Cost) => Promise<number> = measured): Promise<Cost> {
  const with_more_memory = { ...min_cost, memoryCost: more_memory }
  const base = (await measure(with_more_memory)) <= aim_ms.max ? with_more_memory : min_cost
  let cost = base
  for (let round = 0; round < 3; round++) {
    const ms = await measure(cost)
    if (ms >= aim_ms.min && ms <= aim_ms.max) return cost
    const passes = Math.round((cost.timeCost * aim_ms.aim) / Math.max(ms, 1))
    const next = { ...base, timeCost: Math.min(max_passes, Math.max(min_cost.timeCost, passes)) }
    if (next.timeCost === cost.timeCost) return cost
    cost = next
  }
  return cost
}

/** Measures at the first start. Later starts keep the result, even if the box is busy then. */
export async function tuneCost({ db, now }: { db: Db; now: () => number }): Promise<void> {
  if (readSetting<Cost | null>(db, key, null)) return
  const cost = await findCost()
  writeSetting(db, key, cost, now())
}

/** Whether a stored hash was made with another cost. */
export const isOutdated = (password_hash: string, cost: Cost): boolean =>
  !password_hash.startsWith(prefixOf(cost))

/** The hash of discarded random bytes. Makes an unknown user take as long as a wrong password. */
export const unknownUserHash = (cost: Cost): string =>
  `${prefixOf(cost)}rM2FRfmfjJ/X53BTPCb2IA$bXO6lSZJYBxwGxxfrkYJ4WrmR690CKv4ooCKcmkdQrs`

const prefixOf = ({ memoryCost, timeCost, parallelism }: Cost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
