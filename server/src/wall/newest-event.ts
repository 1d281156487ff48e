/**
 * The newest entry or exit. Between two of them a night of timer pictures may be stored, so each
 * reading looks only at what was stored since the last one.
 */
import type { Db } from '../core/db.ts'
import { isStored, lastStored, newestComing } from './wall.store.ts'

export class NewestEvent {
  #read_to = { event_id: 0, uuid: '' }
  #uuid = ''

  /** Its uuid, or empty. After it was deleted, the newest of those that remain. */
  uuid(db: Db): string {
    // A deleted event may leave its number to the next one.
    if (!isStored(db, this.#read_to) || (this.#uuid !== '' && !isStored(db, { uuid: this.#uuid })))
      [this.#uuid, this.#read_to] = ['', { event_id: 0, uuid: '' }]
    const last = lastStored(db)
    if (last && last.event_id > this.#read_to.event_id) {
      this.#uuid = newestComing(db, this.#read_to.event_id) ?? this.#uuid
      this.#read_to = last
    }
    return this.#uuid
  }
}
