/**
 * A reader written from docs/evidence.md alone finds in the files of a dossier the events, begin, end and
 * length that the device shows, over random histories.
 */
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { updateAllStays } from '../stays/stay-device.ts'
import { dossierOf } from './dossier-device.ts'
import { act, addLot, carryOut, eventsOf, known_histories, room } from './dossier-histories.ts'
import { readStay } from './read-dossier.ts'

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

test('finds what the device shows', async () => {
  const found = { ended: 0, open: 0, withdrawn: 0, typed: 0, gone: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), room, async (acts, fits) => {
      runs++
      const [lot_no, tag] = [`S${runs}`, String(20_000 + runs)]
      addLot(device.deps.db, lot_no, fits)
      for (const one of acts) await carryOut(one, { device, operator, admin }, lot_no, tag)
      updateAllStays(device.deps.db)
      const seen = new Set<number>()
      for (const { uuid } of eventsOf(device, lot_no)) {
        const shown = await device.call('stay_detail', { uuid }, operator)
        if (shown.code !== 0 || seen.has(shown.data.stay)) continue
        const { stay, begin_ms, end_ms, identity, events } = shown.data
        seen.add(stay)
        const read = readStay(unzipSync(await dossierOf(device, events[0]!.uuid)))
        expect(read.begin_ms).toBe(begin_ms)
        // Without an exit the device knows at most when the next vehicle came.
        expect(read.end_ms).toBe(identity.exit_uuid === '' ? null : end_ms)
        expect(read.length_ms).toBe(identity.exit_uuid === '' ? null : end_ms! - begin_ms)
        const of_the_stay = read.events.filter(({ type }) => type <= 3)
        for (const event of events)
          expect(of_the_stay).toContainEqual({
            uuid: event.uuid,
            type: event.event_type,
            ms: event.time_ms,
            standing: event.standing,
            plate: event.plate_number,
            camera: event.camera_sn,
          })
        // Whatever was deleted in its time is named, with who did it.
        const until_ms = shown.data.end_ms ?? Number.MAX_SAFE_INTEGER
        const deleted = device.deps.db.all<{ uuid: string; event_ms: number }>(
          `SELECT uuid, event_ms, event_type, deleted_ms, deleted_by FROM event_tombstone
            WHERE lot_no = ? AND event_ms BETWEEN ? AND ? AND uuid NOT IN (SELECT uuid FROM event)`,
          [lot_no, begin_ms, until_ms],
        )
        for (const row of deleted) expect(read.gone).toContainEqual(expect.objectContaining(row))
        found.gone += deleted.length
        found[read.end_ms === null ? 'open' : 'ended']++
        for (const { standing } of read.events) if (standing !== 'observed') found[standing as 'typed']++
      }
    }),
    { numRuns: Number(process.env['DOSSIER_RUNS'] ?? 40), examples: known_histories },
  )
  for (const n of Object.values(found)) expect(n).toBeGreaterThan(0)
})
