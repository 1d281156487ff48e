/** The progress of running storage tests, for the page that waits for them. In memory, by user. */
import type { StorageStep } from '@parking/contract'
import type { Db } from '../core/db.ts'

/** By database, so that two servers in one process (tests) do not share it. */
const running = new WeakMap<Db, Map<string, StorageStep[]>>()

const keyOf = (who: string, name: string): string => `${who}\n${name}`

/** Starts to record the steps of one test; `name` is chosen by its user. */
export function watchStorageTest(
  db: Db,
  who: string,
  name: string | undefined,
): { pass(step: StorageStep): void; close(): void } {
  const passed: StorageStep[] = []
  const all = running.get(db) ?? new Map<string, StorageStep[]>()
  running.set(db, all)
  if (name !== undefined) all.set(keyOf(who, name), passed)
  return {
    pass: (step) => void passed.push(step),
    close() {
      if (name !== undefined && all.get(keyOf(who, name)) === passed) all.delete(keyOf(who, name))
    },
  }
}

/** The steps that a running test has passed; nothing for one that has ended or belongs to another user. */
export const storageTestSteps = (db: Db, who: string, name: string): StorageStep[] => [
  ...(running.get(db)?.get(keyOf(who, name)) ?? []),
]
