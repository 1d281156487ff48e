/** kill -9 of the real program while it publishes: each acknowledged event arrives, once by its id. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mqtt_factory } from '@parking/contract'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#src/core/db.ts'
import { openSecrets } from '#src/core/secrets.ts'
import { writeParam } from '#src/params/param.store.ts'
import { migrations } from '../device.ts'
import { newEvent, smallJpeg, startApplication } from '../events/event-application.ts'
import { plantLots } from '../events/event-device.ts'
import { serverOn } from '../killed-server.ts'
import { until } from '../until.ts'
import { authority, broker_user, missing, openBroker, openReceiver } from './mosquitto.ts'

const folder = mkdtempSync(join(tmpdir(), 'parking-mqtt-crash-'))
const server = serverOn(folder)
const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  await server.kill()
  for (const close of opened.splice(0).toReversed()) await close()
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(missing)('three crashes and a dead broker lose and duplicate nothing', async () => {
  const broker = await openBroker()
  opened.push(() => broker.close())
  const receiver = await openReceiver(broker)
  opened.push(() => receiver.close())
  const jpeg = await smallJpeg()
  const db = openDatabase(join(folder, 'parking.db'), migrations)
  plantLots(db)
  writeParam({ db, now: Date.now }, 'mqtt_param', {
    ...mqtt_factory,
    enabled: true,
    broker: `localhost:${broker.port}`,
    username: broker_user.username,
    password: openSecrets(folder).seal(broker_user.password),
    server_trust: authority.cert,
  })
  db.close()
  const acknowledged = new Set<string>()
  const arrived = () => receiver.messages().map(({ event }) => (event as { uuid: string }).uuid)

  for (let crash = 0; crash < 3; crash++) {
    await server.start()
    const application = await startApplication(join(folder, 'analysis.sock'))
    if (crash === 1) await broker.end()
    for (let at = 0; at < 100; at++) {
      const event = newEvent({ pictures: [{ kind: 'car', file: application.spool(jpeg) }] })
      void application.report(event).then((answer) => answer.type === 'ack' && acknowledged.add(event.uuid))
    }
    const wanted = acknowledged.size + 30
    await until('some acknowledgements', () => acknowledged.size >= wanted)
    await server.kill()
    await application.closed
    if (crash === 1) await broker.start()
  }
  await server.start()
  const after = openDatabase(join(folder, 'parking.db'), migrations)
  await until(
    'everything is confirmed',
    () => after.get('SELECT 1 FROM mqtt_outbox WHERE sent_ms IS NULL') === undefined,
  )
  const stored = after.all<{ uuid: string }>('SELECT uuid FROM event').map(({ uuid }) => uuid)
  after.close()
  await until('everything has arrived', () => arrived().length >= stored.length)
  expect(arrived().toSorted()).toEqual(stored.toSorted())
  for (const uuid of acknowledged) expect(stored).toContain(uuid)
  const messages = receiver.messages()
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, at) => at + 1))
  await server.stop()
})
