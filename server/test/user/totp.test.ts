/** The second factor: the vectors of RFC 6238, codes that work once, recovery codes, and ways back in. */
import { code, log_type } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resetAdmin } from '#src/reset-admin.ts'
import { acceptedStep, codeAt, fromBase32, step_ms, toBase32 } from '#src/user/totp.ts'
import { openDevice, test_password, type Device } from '../device.ts'

describe('RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890')

  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('appendix B: %i s is %s', (seconds, wanted) => {
    expect(codeAt(secret, Math.floor((seconds * 1_000) / step_ms), 8)).toBe(wanted)
  })

  test('a neighbouring step is accepted, a more distant or used one is not', () => {
    const now = 1_234_567_890_000
    const present = Math.floor(now / step_ms)
    for (const [step, good] of [
      [present, true],
      [present - 1, true],
      [present + 1, true],
      [present - 2, false],
      [present + 2, false],
    ] as const)
      expect(acceptedStep(secret, codeAt(secret, step), now, 0)).toBe(good ? step : undefined)
    expect(acceptedStep(secret, codeAt(secret, present), now, present)).toBeUndefined()
    expect(acceptedStep(secret, '', now, 0)).toBeUndefined()
  })

  test('secrets are Base32 as apps read it (RFC 4648)', () => {
    expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(fromBase32('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')).toEqual(secret)
    expect(fromBase32('not base32')).toBeUndefined()
  })
})

describe('a user with a second factor', () => {
  let box: Device
  let token: string
  beforeEach(async () => {
    box = await openDevice()
    token = await box.tokenOf('operator')
  })
  afterEach(() => box.close())

  const signIn = (given?: string, password = test_password) =>
    box.call('login', { username: 'operator', password, ...(given === undefined ? {} : { code: given }) })
  const codeNow = (secret: string) => codeAt(fromBase32(secret)!, Math.floor(box.deps.now() / step_ms))

  /** Sets up the second factor; the next code belongs to a later step. */
  async function enable() {
    const { secret, uri } = (await box.call('begin_second_factor', {}, token)).data
    expect(uri).toMatch(/^otpauth:\/\/totp\/[^?]+operator\?secret=[A-Z2-7]{32}&issuer=/)
    const wrong = await box.call('enable_second_factor', { secret, code: '000000' }, token)
    expect(wrong.data).toEqual([{ field: 'code', issue: 'code_wrong' }])
    const { data } = await box.call('enable_second_factor', { secret, code: codeNow(secret) }, token)
    box.wait(step_ms)
    return { secret, recovery_codes: data.recovery_codes }
  }

  test('signs in with password and code; each code works once, and the secret is stored sealed', async () => {
    const { secret } = await enable()
    expect(await signIn()).toMatchObject({ code: code.failed, data: { reason: 'second_factor_needed' } })
    const now = codeNow(secret)
    expect((await signIn(now, 'Wrong#2026')).data).toBeUndefined()
    expect((await signIn(now)).code).toBe(code.success)
    expect(await signIn(now)).toMatchObject({ code: code.failed, data: { reason: 'second_factor_wrong' } })
    expect(JSON.stringify(box.deps.db.all('SELECT * FROM users'))).not.toContain(secret)
    expect((await box.call('second_factor', {}, token)).data).toEqual({ enabled: true, recovery_codes: 10 })
  })

  test('cannot be attacked by guessing codes, even with the password', async () => {
    await enable()
    const codes: number[] = []
    for (let i = 0; i < 8; i++) codes.push((await signIn(i % 2 ? '000000' : undefined)).code)
    expect(codes).toEqual([...Array<number>(5).fill(code.failed), code.busy, code.busy, code.busy])
  })

  test('has ten recovery codes; each works once, and the log says how many are left', async () => {
    const { recovery_codes } = await enable()
    expect(new Set(recovery_codes).size).toBe(10)
    expect((await signIn(recovery_codes[3]!.toLowerCase())).code).toBe(code.success)
    expect((await signIn(recovery_codes[3]!)).code).toBe(code.failed)
    expect((await signIn(recovery_codes[4]!)).code).toBe(code.success)
    expect(JSON.stringify(box.deps.db.all('SELECT * FROM recovery_code'))).not.toContain(recovery_codes[5]!)
    box.deps.log_writer.flush()
    const { list } = (await box.call('log', { type: log_type.user, page: 1, page_size: 50 }, token)).data
    const used = list.filter(({ what }) => what === 'recovery_code_used')
    expect(used.map(({ facts }) => facts)).toEqual([
      expect.objectContaining({ by: 'operator', left: 8 }),
      expect.objectContaining({ by: 'operator', left: 9 }),
    ])
  })

  test('gets in by a recovery code, and by no code, once the secret cannot be decrypted', async () => {
    const { secret, recovery_codes } = await enable()
    for (const stored of ['v1:damaged', box.deps.secrets.seal('not base32'), box.deps.secrets.seal('ME')]) {
      box.deps.db.run("UPDATE users SET totp_secret = ? WHERE username = 'operator'", [stored])
      const without_key = codeAt(Buffer.alloc(0), Math.floor(box.deps.now() / step_ms))
      for (const given of [codeNow(secret), without_key])
        expect(await signIn(given)).toMatchObject({ data: { reason: 'second_factor_wrong' } })
      expect((await signIn(recovery_codes.pop())).code).toBe(code.success)
    }
    expect((await box.call('disable_second_factor', {}, token)).code).toBe(code.success)
    expect((await signIn()).code).toBe(code.success)
  })

  test('removes it again, or an administrator does; a reset password keeps it', async () => {
    await enable()
    const admin = await box.tokenOf('admin')
    const user_id = (await box.call('list_users', {}, admin)).data.list.find(
      ({ username }) => username === 'operator',
    )!.user_id
    expect((await box.call('reset_second_factor', { user_id }, token)).code).toBe(code.permission_denied)
    const { data } = await box.call('reset_user_password', { user_id }, admin)
    const asked = { data: { reason: 'second_factor_needed' } }
    expect(await signIn(undefined, data.one_time_password)).toMatchObject(asked)
    await box.call('reset_second_factor', { user_id }, admin)
    expect((await signIn(undefined, data.one_time_password)).code).toBe(code.success)
    token = await box.tokenOf('operator')
  })

  test('gets back in by reset-admin on the box', async () => {
    await enable()
    const password = await resetAdmin(box.deps, 'operator', box.deps.now)
    expect((await signIn(undefined, password)).data.must_change_password).toBe(true)
  })

  test('is asked for the password again before it is changed', async () => {
    await enable()
    box.wait(3_600_000)
    for (const name of ['begin_second_factor', 'disable_second_factor'] as const)
      expect((await box.callOnce(name, {}, token)).code).toBe(code.password_needed)
    expect((await box.call('disable_second_factor', {}, token)).code).toBe(code.success)
    expect((await signIn()).code).toBe(code.success)
  })
})
