/**
 * The present stays of all lots. The first page asks every few seconds and little changes in between, so only
 * lots whose entries, updates or exits changed are read again.
 */
import type { Db } from '../core/db.ts'
import { presentStay, type PresentStay } from './lot-stay.ts'
import { lotsOfChangedMoves, noteChangedMoves, placesOfLots } from './wall.store.ts'

type Known = { room: number; stay: PresentStay }

export class LotStays {
  /** By lot number; undefined before the first reading. */
  #known: ReadonlyMap<string, Known> | undefined

  /** `room`: how many vehicles fit on each lot. */
  read(db: Db, rooms: ReadonlyMap<string, number>): Map<string, PresentStay> {
    if (!this.#known) noteChangedMoves(db)
    const changed = lotsOfChangedMoves(db)
    let places: Map<string, number[]> | undefined
    const known = new Map(
      [...rooms].map(([lot_no, room]): [string, Known] => {
        const before = this.#known?.get(lot_no)
        if (before?.room === room && !changed.has(lot_no)) return [lot_no, before]
        places ??= placesOfLots(db)
        return [lot_no, { room, stay: presentStay(db, places.get(lot_no) ?? [], room) }]
      }),
    )
    this.#known = known
    return new Map([...known].map(([lot_no, { stay }]) => [lot_no, stay]))
  }
}
