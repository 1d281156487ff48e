/**
 * Tracks the configurations sent to the analysis application and its answers (docs/analysis-socket.md).
 * Cleared when the connection ends, because the next application gets the configuration again.
 */
import type { Db } from '../core/db.ts'
import { revisionOf } from '../core/settings.store.ts'
import { groups_sent_to_analysis } from './param-groups.ts'

export type Problem = { field: string; issue: string }
/** By group. */
type Revisions = Readonly<Record<string, number>>
export type Accepted = { revisions: Revisions; problems: readonly Problem[]; taken_ms: number }

/** Limits the map in case an application never answers. */
const max_unanswered = 20

export class ConfigAcks {
  /** Configurations sent but not answered yet, by number, with the revisions of their groups. */
  readonly #sent = new Map<number, Revisions>()
  #accepted: Accepted | undefined

  /** The answer to the newest configuration that was answered. */
  get accepted(): Accepted | undefined {
    return this.#accepted
  }

  /** Must be called at the moment when the configuration is read. */
  recordSent(db: Db, revision: number): void {
    this.#sent.set(
      revision,
      Object.fromEntries(groups_sent_to_analysis.map((group) => [group, revisionOf(db, group)])),
    )
    for (const old of this.#sent.keys()) if (this.#sent.size > max_unanswered) this.#sent.delete(old)
  }

  /** False if that configuration was never sent, or a newer one has been answered already. */
  recordAnswer(revision: number, problems: readonly Problem[], now: number): boolean {
    const revisions = this.#sent.get(revision)
    if (!revisions) return false
    for (const number of this.#sent.keys()) if (number <= revision) this.#sent.delete(number)
    this.#accepted = { revisions, problems, taken_ms: now }
    return true
  }

  clear(): void {
    this.#sent.clear()
    this.#accepted = undefined
  }
}
