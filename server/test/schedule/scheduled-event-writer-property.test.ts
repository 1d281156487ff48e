/** Scheduled events of random plans and stays, with late reports and restarts, compared with the contract. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { after_exit_comment, day_seconds, eventsOfStay, normalPlans } from '@parking/contract'
import { plansOf, type Block } from '@parking/contract/schedule/schedule-plans.ts'
import {
  writer,
  device,
  made,
  setPlans,
  startWriter,
  reportEvent,
  setUpScheduledEvents,
} from './scheduled-event-device.ts'

setUpScheduledEvents()

test('for random plans, late reports and restarts, scheduled events match the contract', async () => {
  const day = (n: number) =>
    fc
      .array(
        fc.tuple(
          fc.integer({ min: 0, max: 30_000 }),
          fc.integer({ min: 1, max: 40_000 }),
          fc.constantFrom(0, 1, 2, 3),
        ),
        { maxLength: 3 },
      )
      .map((steps) => {
        let from = 0
        return steps.flatMap(([gap, length, type]): Block[] => {
          const block = { day: n, from: from + gap, to: from + gap + length, type: type as Block['type'] }
          from = block.to
          return from > day_seconds ? [] : [block]
        })
      })
  const week = fc.tuple(...[1, 2, 3, 4, 5, 6, 7].map(day)).map((days) => normalPlans(plansOf(days.flat())))
  const hour = 3_600_000
  const stays = fc.array(
    fc.record({
      gap: fc.integer({ min: 1, max: 20 * hour }),
      lasts: fc.integer({ min: 1, max: 30 * hour }),
      entry_late: fc.constantFrom(0, 0, hour, 30 * hour),
      exit_late: fc.constantFrom(0, 0, 2 * hour, 26 * hour),
      lot_no: fc.constantFrom('A01', 'A02'),
    }),
    { maxLength: 5 },
  )
  const { db } = device.deps
  await writer.stop()
  await fc.assert(
    fc.asyncProperty(
      week,
      stays,
      fc.array(fc.integer({ min: 1, max: 20 * hour }), { maxLength: 6 }),
      async (plans, wanted_stays, looks) => {
        db.run('DELETE FROM event')
        startWriter()
        await setPlans(plans)
        const begin = device.deps.now()
        const free_from: Record<string, number> = { A01: begin + 1000, A02: begin + 1000 }
        const reports: { reported_ms: number; report: () => void }[] = []
        const wanted: string[] = []
        for (const [n, { gap, lasts, entry_late, exit_late, lot_no }] of wanted_stays.entries()) {
          const [entry, exit] = [free_from[lot_no]! + gap, free_from[lot_no]! + gap + lasts]
          free_from[lot_no] = exit + 1
          const plate = `P${n}`
          reports.push(
            { reported_ms: entry + entry_late, report: () => reportEvent(1, entry, plate, { lot_no }) },
            { reported_ms: exit + exit_late, report: () => reportEvent(3, exit, plate, { lot_no }) },
          )
          const wall = (ms: number) => Math.floor((ms + 8 * hour) / 1000)
          for (const { type, at: second } of eventsOfStay(plans, wall(entry), wall(exit)).events)
            if (type >= 9) wanted.push(`${lot_no} ${second * 1000 - 8 * hour} ${type}`)
        }
        let look_ms = begin
        const moments = [
          ...reports,
          ...looks.map((step) => ({ reported_ms: (look_ms += step), report: () => undefined })),
        ].sort((a, b) => a.reported_ms - b.reported_ms)
        for (const [n, { reported_ms, report }] of moments.entries()) {
          device.wait(reported_ms - device.deps.now())
          report()
          if (n % 3 === 2) {
            await writer.stop()
            startWriter()
          }
          await writer.runNow()
        }
        device.wait(2000)
        await writer.runNow()
        await writer.stop()
        const reported = made().map(({ lot_no, event_ms, event_type, comment }) => ({
          what: `${lot_no} ${event_ms} ${event_type}`,
          comment,
        }))
        expect(reported.map(({ what }) => what)).toEqual(expect.arrayContaining(wanted))
        // Additional events only if an exit was reported after them, with a comment.
        for (const { what, comment } of reported)
          if (!wanted.includes(what)) expect([what, comment]).toEqual([what, after_exit_comment])
        expect(new Set(reported.map(({ what }) => what)).size).toBe(reported.length)
      },
    ),
    { numRuns: 60 },
  )
  startWriter()
})
