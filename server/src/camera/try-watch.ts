/** How far the tries that run right now have come, for the page that waits for them. Kept in memory, each under its user's name. */
import type { CameraStep } from '@parking/contract'
import type { Db } from '../core/db.ts'

export type Watch = { readonly passed: CameraStep[]; pass(step: CameraStep): void; close(): void }

/** By database, so that two servers in one process (tests) do not share it. */
const running = new WeakMap<Db, Map<string, CameraStep[]>>()

const keyOf = (who: string, name: string): string => `${who}\n${name}`

/** Begins to note the steps of one try; `name` is what its user calls it, if anybody looks. */
export function openWatch(db: Db, who: string, name: string | undefined): Watch {
  const passed: CameraStep[] = []
  const all = running.get(db) ?? new Map<string, CameraStep[]>()
  running.set(db, all)
  if (name !== undefined) all.set(keyOf(who, name), passed)
  return {
    passed,
    pass: (step) => void passed.push(step),
    close() {
      if (name !== undefined && all.get(keyOf(who, name)) === passed) all.delete(keyOf(who, name))
    },
  }
}

/** What a running try has passed; nothing for one that has ended or is somebody else's. */
export const passedOf = (db: Db, who: string, name: string): CameraStep[] => [
  ...(running.get(db)?.get(keyOf(who, name)) ?? []),
]
