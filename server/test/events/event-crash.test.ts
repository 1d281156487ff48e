/**
 * kill -9 during the intake: no acknowledged event is lost, nothing is incomplete, and a repeated report
 * completes the rest.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase, type Db } from '#src/core/db.ts'
import { openMedia } from '#src/core/media.ts'
import { openSecrets } from '#src/core/secrets.ts'
import { picturePath } from '#src/events/record/event-paths.ts'
import type { ReportedEvent } from '#src/analysis/messages.ts'
import { migrations } from '../device.ts'
import { newEvent, smallJpeg, startApplication } from './event-application.ts'
import { plantLots } from './event-device.ts'
import { serverOn } from '../killed-server.ts'
import { until } from '../until.ts'

const folder = mkdtempSync(join(tmpdir(), 'parking-crash-'))
const server = serverOn(folder)
afterEach(async () => {
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
})

type Stored = { event_id: number; uuid: string; create_ms: number; n: number }
const storedEvents = (db: Db) =>
  db.all<Stored>(
    `SELECT event_id, uuid, create_ms, (SELECT count(*) FROM event_picture p
      WHERE p.event_id = event.event_id) AS n FROM event`,
  )
const eventFiles = () => {
  const root = join(folder, 'media', 'events')
  return existsSync(root)
    ? readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.jpg'))
    : []
}

test('an acknowledged event is safe through three crashes', async () => {
  const jpeg = await smallJpeg()
  const before = openDatabase(join(folder, 'parking.db'), migrations)
  plantLots(before)
  before.close()
  const events: ReportedEvent[] = []
  const acknowledged = new Set<string>()

  for (let crash = 0; crash < 3; crash++) {
    await server.start()
    const application = await startApplication(join(folder, 'analysis.sock'))
    const answered: Promise<unknown>[] = []
    for (let at = 0; at < 90; at++) {
      const event = newEvent({ pictures: [0, 1].map(() => ({ kind: 'car', file: application.spool(jpeg) })) })
      events.push(event)
      answered.push(
        application.report(event).then((answer) => answer.type === 'ack' && acknowledged.add(event.uuid)),
      )
    }
    // The server is killed when some events are acknowledged and the others are at any stage of the intake.
    const wanted = acknowledged.size + 10 + crash * 20
    await until('some acknowledgements', () => acknowledged.size >= wanted)
    await server.kill()
    await application.closed
    const db = openDatabase(join(folder, 'parking.db'), migrations)
    const stored = storedEvents(db)
    const { files } = openMedia(join(folder, 'media'), openSecrets(folder), () => false)
    const known = new Set(stored.map(({ uuid }) => uuid))
    for (const uuid of acknowledged) expect(known.has(uuid)).toBe(true)
    for (const { uuid, create_ms, n } of stored) {
      expect(n).toBe(2)
      for (const position of [0, 1])
        expect((await files.read(picturePath(create_ms, uuid, position))).equals(jpeg)).toBe(true)
    }
    db.close()
  }

  await server.start()
  const application = await startApplication(join(folder, 'analysis.sock'))
  for (const event of events)
    expect(await application.report(event)).toMatchObject({
      type: 'ack',
      result: expect.stringMatching(acknowledged.has(event.uuid) ? /^duplicate$/ : /^(stored|duplicate)$/),
    })
  expect(readdirSync(application.config().spool)).toEqual([])
  application.close()
  await server.stop()
  const db = openDatabase(join(folder, 'parking.db'), migrations)
  expect(
    storedEvents(db)
      .map(({ uuid }) => uuid)
      .toSorted(),
  ).toEqual(events.map(({ uuid }) => uuid).toSorted())
  expect(eventFiles()).toHaveLength(events.length * 2) // no orphan is left
  db.close()
})
