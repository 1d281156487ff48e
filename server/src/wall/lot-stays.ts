/**
 * The current stays of all lots, cached. The first page reads them every few seconds and little changes in
 * between, so only lots whose entries, updates or exits changed are read again.
 */
import type { Db } from '../core/db.ts'
import { presentStay, type PresentStay } from './lot-stay.ts'
import { takeChangedLots, trackChangedLots, placesOfLots } from './wall.store.ts'

type Cached = { room: number; stay: PresentStay }

export class LotStays {
  /** By lot number. Undefined before the first reading. */
  #cached: ReadonlyMap<string, Cached> | undefined

  /** `room`: how many vehicles fit on each lot. */
  read(db: Db, rooms: ReadonlyMap<string, number>): Map<string, PresentStay> {
    if (!this.#cached) trackChangedLots(db)
    const changed = takeChangedLots(db)
    let places: Map<string, number[]> | undefined
    const cached = new Map(
      [...rooms].map(([lot_no, room]): [string, Cached] => {
        const before = this.#cached?.get(lot_no)
        if (before?.room === room && !changed.has(lot_no)) return [lot_no, before]
        places ??= placesOfLots(db)
        return [lot_no, { room, stay: presentStay(db, places.get(lot_no) ?? [], room) }]
      }),
    )
    this.#cached = cached
    return new Map([...cached].map(([lot_no, { stay }]) => [lot_no, stay]))
  }
}
