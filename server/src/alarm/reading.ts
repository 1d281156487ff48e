/** What was seen of one thing that can be alarming, and the way in for those who see it by themselves. */
import type { AlarmKind } from '@parking/contract'
import type { Db } from '../core/db.ts'
import type { Level } from './machine.ts'

export type Facts = Record<string, string | number>
export type Reading = {
  kind: AlarmKind
  /** What it is about: a camera_sn, an address; empty where the kind says it all. */
  subject: string
  /** As a person calls it. */
  name: string
  level: Level
  facts: Facts
  /** It is an alarm without having been bad for a while: somebody is about to act on it. */
  at_once?: true
}

const told = new WeakMap<Db, Map<string, Reading>>()

/**
 * The hook for whoever finds something out by itself (a camera that was moved, a storage that does not answer): the last word holds until the next
 * one. The alarm watch decides when it is an alarm.
 */
export function reportReading(db: Db, reading: Reading): void {
  const known = told.get(db) ?? new Map<string, Reading>()
  told.set(db, known)
  known.set(`${reading.kind} ${reading.subject}`, reading)
}

/** What was told last, of everything. */
export const toldReadings = (db: Db): Reading[] => [...(told.get(db)?.values() ?? [])]
