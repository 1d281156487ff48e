/**
 * Random histories of entries, exits, checks, repairs, undos, deletions and late deliveries, on lots for one
 * vehicle and for three: each dossier holds every event that touches its stay and every act on them, or names
 * what is gone and by whom, and says the same begin and end as axis and detail.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spanOfDay } from '#src/core/stamp.ts'
import { actsOf, contentOf } from '#src/dossier/dossier-content.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { updateAllStays } from '../stays/stay-device.ts'
import { act, addLot, carryOut, day, eventsOf, known_histories, room } from './dossier-histories.ts'

let device: Device
let [operator, admin] = ['', '']
let runs = 0
beforeAll(async () => {
  device = await openDevice({ tick_ms: 2, now: Date.UTC(2026, 10, 21, 10) })
  plantLots(device.deps.db)
  operator = await device.tokenOf('operator')
  admin = await device.tokenOf('admin')
})
afterAll(() => device.close())

test('a dossier holds everything that touches its stay, or names what is gone', async () => {
  let [withdrawn, unnamed] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), room, async (acts, fits) => {
      runs++
      const [lot_no, tag] = [`Z${runs}`, String(10_000 + runs)]
      addLot(device.deps.db, lot_no, fits)
      for (const one of acts) await carryOut(one, { device, operator, admin }, lot_no, tag)
      const { db, proof_log, now } = device.deps
      await proof_log.caughtUp()
      updateAllStays(db)
      const needs = { db, now, proof: proof_log.reader() }
      const known = eventsOf(device, lot_no)
      const held = new Set<string>()
      for (const { event_id, uuid } of known) {
        const content = contentOf(needs, event_id)
        const uuids = content.events.map(({ event }) => event.uuid)
        expect(uuids).toContain(uuid)
        expect(new Set(uuids).size).toBe(uuids.length)
        for (const one of uuids) held.add(one)
        withdrawn += content.events.filter(({ standing }) => standing === 'withdrawn').length
        const { stay } = content
        if (!stay) continue
        const others = new Set(
          db
            .all<{ stay_id: number; begin_ms: number }>(
              'SELECT * FROM stay WHERE lot_no = ? AND stay_id <> ?',
              [lot_no, stay.stay_id],
            )
            .flatMap(({ stay_id }) => contentOf(needs, stay_id).events)
            .filter(({ standing }) => standing !== 'withdrawn' || fits > 1)
            .map(({ event }) => event.uuid),
        )
        for (const other of known)
          if (other.event_ms > stay.begin_ms && other.event_ms < (stay.end_ms ?? Infinity))
            expect(uuids.includes(other.uuid) || others.has(other.uuid)).toBe(true)
        // Detail, axis and session give the same begin and end.
        const detail = (await device.call('stay_detail', { stay: stay.stay_id }, operator)).data
        expect([detail.begin_ms, detail.end_ms]).toEqual([stay.begin_ms, stay.end_ms])
        for (const { uuid: shown } of detail.events) expect(uuids).toContain(shown)
        const axis = (await device.call('stay_day', { day }, operator)).data
        const bar = axis.stays.find(([, , , , id]) => id === stay.stay_id)!
        const second = (ms: number) => Math.floor((ms - spanOfDay(day).from_ms) / 1000)
        expect(bar.slice(1, 3)).toEqual([
          second(stay.begin_ms),
          stay.end_ms === null ? null : second(stay.end_ms),
        ])
        const acts_held = await actsOf(needs, content)
        const ledger = db.all<{ uuid: string }>('SELECT uuid FROM check_ledger')
        expect(acts_held.ledger).toHaveLength(
          ledger.filter(
            (row) =>
              uuids.includes(row.uuid) ||
              content.gone.some((one) => one.uuid === row.uuid && one.plate_number !== null),
          ).length,
        )
        const repairs = db.all<{ uuids: string }>('SELECT uuids FROM stay_repair WHERE lot_no = ?', [lot_no])
        const ours = repairs.filter((row) =>
          (JSON.parse(row.uuids) as string[]).some((one) => uuids.includes(one)),
        )
        expect(acts_held.repairs.length).toBeGreaterThanOrEqual(ours.length)
      }
      expect(held.size).toBe(known.length)
      // A deleted event of the time of a stay is named in its dossier.
      const stays = db.all<{ stay_id: number; begin_ms: number; end_ms: number | null }>(
        'SELECT * FROM stay WHERE lot_no = ?',
        [lot_no],
      )
      for (const { stay_id, begin_ms, end_ms } of stays) {
        const gone = db.all<{ uuid: string }>(
          `SELECT uuid FROM event_tombstone WHERE lot_no = ? AND event_ms BETWEEN ? AND ?
             AND uuid NOT IN (SELECT uuid FROM event)`,
          [lot_no, begin_ms, end_ms ?? Number.MAX_SAFE_INTEGER],
        )
        const content = contentOf(needs, stay_id)
        const named = content.gone.map(({ uuid }) => uuid)
        for (const { uuid } of gone) expect(named).toContain(uuid)
        for (const one of content.gone) expect(one.deleted_by).toBe('admin')
        // It gives away no plate that it has only from deleted events of other vehicles.
        if (fits === 1) continue
        const own = content.events.flatMap(({ event }) => [event.plate_number, event.checked_plate])
        const others = ['粤A', '粤B'].map((plate) => plate + tag).filter((plate) => !own.includes(plate))
        const written = JSON.stringify([content, await actsOf(needs, content)])
        for (const plate of others) expect(written).not.toContain(plate)
        unnamed += content.gone.filter(({ plate_number }) => plate_number === null).length
      }
    }),
    { numRuns: Number(process.env['DOSSIER_RUNS'] ?? 45), examples: known_histories },
  )
  expect(withdrawn).toBeGreaterThan(0)
  expect(unnamed).toBeGreaterThan(0)
})
