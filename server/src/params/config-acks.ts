/**
 * Which configurations were sent to the analysis application and how it answered (docs/analysis-socket.md).
 * Cleared when its connection ends: the next application gets the configuration again.
 */
import type { Db } from '../core/db.ts'
import { revisionOf } from '../core/settings.store.ts'
import { groups_sent_to_analysis } from './param-groups.ts'

export type Problem = { field: string; issue: string }
/** By group. */
type Revisions = Readonly<Record<string, number>>
export type Accepted = { revisions: Revisions; problems: readonly Problem[]; taken_ms: number }

/** An application that never answers must not make the map grow. */
const max_unanswered = 20

export class ConfigAcks {
  /** Configurations sent and not answered, by number: the revisions of the groups in each. */
  readonly #sent = new Map<number, Revisions>()
  #accepted: Accepted | undefined

  /** The newest configuration that was answered. */
  get accepted(): Accepted | undefined {
    return this.#accepted
  }

  /** Call it at the moment at which the configuration is read. */
  recordSent(db: Db, revision: number): void {
    this.#sent.set(
      revision,
      Object.fromEntries(groups_sent_to_analysis.map((group) => [group, revisionOf(db, group)])),
    )
    for (const old of this.#sent.keys()) if (this.#sent.size > max_unanswered) this.#sent.delete(old)
  }

  /** False where that configuration was never sent, or a newer one was answered already. */
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
