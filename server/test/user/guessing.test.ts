/** Password guessing is slowed down, reveals nothing, and never locks a user out. */
import { code } from '@parking/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { startAttempt } from '#src/user/throttle.ts'
import { openDevice, test_password, type Device } from '../device.ts'

const open: Device[] = []
const device = async (): Promise<Device> => {
  const made = await openDevice()
  open.push(made)
  return made
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** The same device after a restart. */
async function restarted(box: Device): Promise<Device> {
  open.splice(open.indexOf(box), 1)
  const again = await box.restart()
  open.push(again)
  return again
}

const signIn = (box: Device, password: string, username = 'admin') =>
  box.call('login', { username, password })

describe('guessing passwords', () => {
  test('is slowed down, also across restarts, and the owner signs in after the wait', async () => {
    let box = await device()
    await box.tokenOf('admin')
    for (let i = 0; i < 5; i++) expect((await signIn(box, `wrong-${i}`)).code).toBe(code.failed)
    const held = await signIn(box, test_password)
    expect(held).toMatchObject({ code: code.busy, data: { retry_after_s: 1 } })
    box = await restarted(box)
    expect((await signIn(box, test_password)).code).toBe(code.busy)
    box.wait(1_000)
    expect((await signIn(box, 'wrong-again')).code).toBe(code.failed)
    expect(await signIn(box, test_password)).toMatchObject({ code: code.busy, data: { retry_after_s: 2 } })
    box.wait(2_000)
    expect((await signIn(box, test_password)).code).toBe(code.success)
    // A success clears the failures of this user at this address.
    for (let i = 0; i < 4; i++) expect((await signIn(box, `wrong-${i}`)).code).toBe(code.failed)
    expect((await signIn(box, test_password)).code).toBe(code.success)
  })

  test('a thousand guesses in an hour become a few hundred and lock no user out', async () => {
    let box = await device()
    const attempt = (address: string) => startAttempt(box.deps.db, 'admin', address, box.deps.now())
    const owner = '192.0.2.200'
    const first = attempt(owner)
    if ('succeeded' in first) first.succeeded()
    let looked_at = 0
    for (let i = 0; i < 1000; i++) {
      if ('succeeded' in attempt(`192.0.2.${i % 10}`)) looked_at++
      box.wait(3_600)
      if (i % 100 !== 99) continue
      box = await restarted(box)
    }
    expect(looked_at).toBeGreaterThan(100)
    expect(looked_at).toBeLessThan(600)
    // An address with an earlier sign-in does not wait at all; an address that made guesses waits at most a
    // minute.
    expect('succeeded' in attempt(owner)).toBe(true)
    box.wait(60_000)
    expect('succeeded' in attempt('192.0.2.1')).toBe(true)
  })

  test('a thousand names from one IPv6 network count as one address', async () => {
    const box = await device()
    let looked_at = 0
    for (let i = 0; i < 100; i++)
      if (
        'succeeded' in startAttempt(box.deps.db, `user-${i}`, `2001:db8::${i.toString(16)}`, box.deps.now())
      )
        looked_at++
    expect(looked_at).toBe(20)
  })

  test('parallel attempts have no advantage', async () => {
    const box = await device()
    await box.tokenOf('admin')
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => signIn(box, `wrong-${i}`)))
    expect(answers.filter((answer) => answer.code === code.failed)).toHaveLength(5)
  })

  test('an unknown user has the same answer and duration as a wrong password', async () => {
    const box = await device()
    await box.tokenOf('admin')
    const times: Record<string, number[]> = { admin: [], unknown: [] }
    const bodies = new Set<string>()
    for (let i = 0; i < 24; i++) {
      const username = i % 2 ? 'admin' : 'unknown'
      const start = performance.now()
      const { request_id: _, ...answer } = await signIn(box, 'wrong', username)
      times[username]!.push(performance.now() - start)
      bodies.add(JSON.stringify(answer))
      box.wait(120_000)
    }
    expect(bodies).toEqual(
      new Set([JSON.stringify({ code: code.failed, message: 'Wrong user name or password' })]),
    )
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
    // Without the hash for unknown users it would take a hundredth of the time.
    expect(median(times.unknown!) / median(times.admin!)).toBeGreaterThan(0.5)
  })
})
