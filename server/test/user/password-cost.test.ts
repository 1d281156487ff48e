/**
 * The cost of a password hash: measured on boxes of any speed, stored, and applied to old hashes at sign-in.
 */
import { code } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeSetting } from '#src/core/settings.store.ts'
import { hashPassword, passwordIs } from '#src/user/password.ts'
import {
  aim_ms,
  costOf,
  findCost,
  min_cost,
  tuneCost,
  unknownUserHash,
  type Cost,
} from '#src/user/password-cost.ts'
import { userByName } from '#src/user/user.store.ts'
import { openDevice, test_password, type Device } from '../device.ts'

let box: Device
beforeEach(async () => {
  box = await openDevice()
})
afterEach(() => box.close())

describe('the measured cost', () => {
  /** A box that fills this many MiB per millisecond. */
  const speed =
    (mib_a_ms: number) =>
    ({ memoryCost, timeCost }: Cost): Promise<number> =>
      Promise.resolve((memoryCost / 1024) * timeCost * (1 / mib_a_ms))

  test.each([0.2, 0.5, 0.8, 1, 2, 3, 5, 8])('takes 100 to 250 ms at %s MiB a millisecond', async (mib) => {
    const cost = await findCost(speed(mib))
    const ms = await speed(mib)(cost)
    expect(ms).toBeGreaterThanOrEqual(aim_ms.min)
    expect(ms).toBeLessThanOrEqual(aim_ms.max)
  })

  test('is never below the minimum, even on the slowest box, and bounded on the fastest', async () => {
    expect(await findCost(speed(0.05))).toEqual(min_cost)
    const { timeCost, memoryCost } = await findCost(speed(1_000))
    expect([timeCost, memoryCost]).toEqual([24, 65_536])
  })

  test('is measured once and reused by later starts', async () => {
    await tuneCost(box.deps)
    const found = costOf(box.deps)
    expect(found.memoryCost * found.timeCost).toBeGreaterThanOrEqual(19_456 * 2)
    writeSetting(box.deps.db, 'password_cost', { ...found, timeCost: 3 }, 0)
    await tuneCost(box.deps)
    expect(costOf(box.deps).timeCost).toBe(3)
  })
})

test('an old hash is renewed at the sign-in of its user, and the password stays', async () => {
  await box.tokenOf('admin')
  const old = userByName(box.deps.db, 'admin')!.password_hash
  const dearer = { ...min_cost, timeCost: 3 }
  writeSetting(box.deps.db, 'password_cost', dearer, 0)
  expect((await box.call('login', { username: 'admin', password: 'Wrong#2026' })).code).toBe(code.failed)
  expect(userByName(box.deps.db, 'admin')!.password_hash).toBe(old)
  expect((await box.call('login', { username: 'admin', password: test_password })).code).toBe(code.success)
  const made = userByName(box.deps.db, 'admin')!.password_hash
  expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=3,p=1\$/)
  expect(await passwordIs(test_password, made)).toBe(true)
  expect((await box.call('login', { username: 'admin', password: test_password })).code).toBe(code.success)
  expect(userByName(box.deps.db, 'admin')!.password_hash).toBe(made)
})

test('an unknown user is refused at the cost of the box', async () => {
  const cost = { ...min_cost, timeCost: 3 }
  expect(unknownUserHash(cost)).toContain('m=19456,t=3,p=1')
  expect(await passwordIs('anything', unknownUserHash(cost))).toBe(false)
  expect(await hashPassword('anything', cost)).toContain('m=19456,t=3,p=1')
})
