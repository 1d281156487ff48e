/**
 * Sessions on the server: signed addresses end with them, and a browser has one and a user a limited number.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls, code, log_type } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { max_sessions } from '#src/user/calls.ts'
import { findSession } from '#src/user/session.store.ts'
import { openDevice, test_password, type Device } from '../device.ts'
import { storeEvent } from '../events/event-device.ts'

let box: Device
beforeEach(async () => {
  box = await openDevice()
})
afterEach(() => box.close())

const isAlive = async (token: string) => (await box.call('info', {}, token)).code === code.success

/** Signs in as a browser with these cookies would; returns the token, or nothing. */
async function signIn(cookies: Record<string, string> = {}, username = 'admin'): Promise<string> {
  const answer = await box.app.inject({
    method: 'POST',
    url: calls.login.path,
    headers: { 'content-type': 'application/json' },
    cookies,
    payload: { username, password: test_password },
  })
  return answer.json<{ data?: { token: string } }>().data?.token ?? ''
}

describe('signed addresses end with their session', () => {
  /** A picture, a support bundle and an export, each at its signed address. */
  async function addressesOf(token: string): Promise<string[]> {
    const { db, now, media } = box.deps
    mkdirSync(join(box.folder, 'media/cameras'), { recursive: true })
    writeFileSync(join(box.folder, 'media/cameras/last.jpg'), 'a picture')
    storeEvent(db, now(), {
      plate_number: '京A12345',
      place: { parking_no: 'P-1', camera_sn: 'S', camera_name: 'C', scene_id: 's', lot_no: '01' },
    })
    const asked = {
      format: 'csv',
      filter: {},
      manual: false,
      words: calls.export_parking_event.example.words,
    } as const
    const bundle = await box.call('support_bundle', {}, token)
    const exported = await box.call('export_parking_event', asked, token)
    const session = findSession(db, token, now())!
    return [
      media.forSession(session.id).address('cameras/last.jpg', now()),
      bundle.data.download,
      exported.data.download,
    ]
  }
  const statuses = async (addresses: string[]) => {
    const found: number[] = []
    for (const url of addresses) found.push((await box.app.inject({ url })).statusCode)
    return found
  }

  test('signing out ends pictures, bundles and exports; another session keeps its addresses', async () => {
    const [a, b] = [await box.tokenOf('admin'), await box.tokenOf('admin')]
    const [of_a, of_b] = [await addressesOf(a), await addressesOf(b)]
    expect(await statuses([...of_a, ...of_b])).toEqual([200, 200, 200, 200, 200, 200])
    await box.call('logout', {}, a)
    expect(await statuses([...of_a, ...of_b])).toEqual([404, 404, 404, 200, 200, 200])
  })

  test('a changed password ends pictures and bundles; no address works for another session', async () => {
    const token = await box.tokenOf('admin')
    const [picture = '', bundle = ''] = await addressesOf(token)
    const other = findSession(box.deps.db, await box.tokenOf('operator'), box.deps.now())!
    const forged = [picture, bundle].map((url) => url.replace(/session=\w+/, `session=${other.id}`))
    expect(await statuses(forged)).toEqual([404, 404])
    await box.call('change_password', { old_password: test_password, new_password: 'Lamp-post-77' }, token)
    expect(await statuses([picture, bundle])).toEqual([404, 404])
  })
})

describe('a new sign-in', () => {
  test('ends the session that the same browser had, and no other', async () => {
    const [here, elsewhere] = [await box.tokenOf('admin'), await box.tokenOf('admin')]
    const again = await signIn({ 'Admin-Token': here })
    expect([await isAlive(here), await isAlive(elsewhere), await isAlive(again)]).toEqual([false, true, true])
  })

  test('that fails ends nothing', async () => {
    const here = await box.tokenOf('admin')
    await signIn({ 'Admin-Token': here }, 'nobody')
    expect(await isAlive(here)).toBe(true)
  })

  test('beyond the limit ends the least recently used session, and the log says so', async () => {
    const tokens: string[] = []
    for (let i = 0; i < max_sessions; i++) {
      tokens.push(await box.tokenOf('admin'))
      box.wait(60_000)
    }
    expect(await isAlive(tokens[0]!)).toBe(true) // used just now
    const fresh = await signIn()
    expect([await isAlive(tokens[0]!), await isAlive(tokens[1]!), await isAlive(fresh)]).toEqual([
      true,
      false,
      true,
    ])
    box.deps.log_writer.flush()
    const { data } = await box.call('log', { type: log_type.user, page: 1, page_size: 20 }, fresh)
    expect(data.list.find(({ what }) => what === 'sessions_capped')).toMatchObject({
      level: 'WARNING',
      facts: { by: 'admin', ended: 1, max: max_sessions },
    })
  })
})
