/**
 * The newest entry or exit. A whole night of timer pictures may be stored between two of them, so each
 * reading examines only events stored since the last one.
 */
import type { Db } from '../core/db.ts'
import { isStored, lastStored, newestEntryOrExit } from './dashboard.store.ts'

export class NewestEvent {
  #read_to = { event_id: 0, uuid: '' }
  #uuid = ''

  /** The uuid of the newest entry or exit, or empty. After it was deleted, the newest remaining one. */
  uuid(db: Db): string {
    // The id of a deleted event may be reused by the next event.
    if (!isStored(db, this.#read_to) || (this.#uuid !== '' && !isStored(db, { uuid: this.#uuid })))
      [this.#uuid, this.#read_to] = ['', { event_id: 0, uuid: '' }]
    const last = lastStored(db)
    if (last && last.event_id > this.#read_to.event_id) {
      this.#uuid = newestEntryOrExit(db, this.#read_to.event_id) ?? this.#uuid
      this.#read_to = last
    }
    return this.#uuid
  }
}
