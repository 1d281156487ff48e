/**
 * The software (spec §1 "application versions", §7) on a simulated machine: the real adapter runs the
 * simulated apt-cache, apt-get and systemctl. Long because every state of an update is tested.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code, isRepository } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'

let [box, machine, folder]: [Device, Machine, string] = [undefined!, undefined!, '']
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parking-software-'))
  mkdirSync(join(folder, 'data'))
  machine = await startMachine({ folder: join(folder, 'machine'), requests: join(folder, 'data', 'root') })
  machine.packages.pace(0)
  box = await openDevice({
    folder: join(folder, 'data'),
    programs: machine.env.PARKING_PROGRAMS,
    helper_results: machine.env.PARKING_HELPER_RESULTS,
  })
})
afterEach(async () => {
  await box.close()
  await machine.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ran = (program: string) => machine.log.filter((one) => one.program === program)
const status = async (token: string) => (await box.call('apt_status', {}, token)).data

describe('versions and refresh', () => {
  test('a refresh finds candidates, the update installs them, and its result is reported', async () => {
    const token = await box.tokenOf('admin')
    const list = async () => (await box.call('software_version', {}, token)).data.list
    expect(await list()).toEqual([
      { package: 'parking-edge', installed: '0.1.0', candidate: '0.1.0' },
      { package: 'parking-analysis', installed: '2.3.1', candidate: '2.3.1' },
    ])
    expect(await status(token)).toEqual({
      state: 'idle',
      progress: 0,
      message: '',
      work: '',
      ended_ms: null,
      reason: null,
    })
    expect(await box.call('update_software', {}, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'no_candidate' },
    })

    expect((await box.call('update_software_cache', {}, token)).code).toBe(code.success)
    expect(await status(token)).toMatchObject({
      state: 'idle',
      work: 'refresh',
      progress: 100,
      ended_ms: expect.any(Number),
    })
    expect(await list()).toEqual([
      {
        package: 'parking-edge',
        installed: '0.1.0',
        candidate: '0.2.0',
        notes: [{ version: '0.2.0', ...machine.packages.notes }],
      },
      { package: 'parking-analysis', installed: '2.3.1', candidate: '2.4.0' },
    ])

    machine.packages.pace('by hand')
    expect((await box.call('update_software', {}, token)).code).toBe(code.success)
    await until('apt says so', async () => (await status(token)).message === 'Retrieving file 1 of 2')
    expect(await status(token)).toMatchObject({
      state: 'updating',
      work: 'update',
      progress: 0,
      ended_ms: null,
    })
    for (let step = 0; step < 3; step++) machine.packages.step()
    await until('apt says so', async () => (await status(token)).message === 'Unpacking parking-edge (amd64)')
    expect(await status(token)).toMatchObject({ state: 'updating', progress: 10 })
    // Neither a page reload nor the restart of the updated server disturbs it.
    expect(await box.call('update_software', {}, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'update_running' },
    })
    expect(await box.call('update_software_cache', {}, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'update_running' },
    })
    expect(await box.call('set_repository', { repository: '' }, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'update_running' },
    })
    box = await box.restart()
    expect(await status(token)).toMatchObject({
      state: 'updating',
      message: 'Unpacking parking-edge (amd64)',
    })
    machine.packages.pace(0)
    machine.packages.step()
    await until('apt says so', async () => (await status(token)).state === 'idle')
    expect(await status(token)).toMatchObject({ state: 'idle', work: 'update', progress: 100, message: '' })
    expect(await list()).toEqual([
      { package: 'parking-edge', installed: '0.2.0', candidate: '0.2.0' },
      { package: 'parking-analysis', installed: '2.4.0', candidate: '2.4.0' },
    ])
    expect(await box.call('update_software', {}, token)).toMatchObject({ data: { reason: 'no_candidate' } })
  })

  test.each([
    ['unreachable', 'unreachable', 'Could not connect'],
    ['no_name', 'name_unknown', 'Could not resolve'],
    ['unsigned', 'unsigned', 'is not signed'],
    ['wrong_key', 'unsigned', 'is not signed'],
    ['damaged', 'bad_answer', 'unexpected size'],
    ['no_release', 'bad_answer', 'does not have a Release file'],
  ] as const)(
    'a repository that is %s: the reason is said, and nothing is half done',
    async (site, reason, words) => {
      const token = await box.tokenOf('operator')
      machine.packages.site = site
      const refused = await box.call('update_software_cache', {}, token)
      expect(refused).toMatchObject({
        code: code.failed,
        data: { reason, detail: expect.stringContaining(words) },
      })
      expect(await status(token)).toMatchObject({
        state: 'failed',
        work: 'refresh',
        reason,
        message: expect.stringContaining(words),
        ended_ms: expect.any(Number),
      })
      expect((await box.call('software_version', {}, token)).data.list[0]).toMatchObject({
        candidate: '0.1.0',
      })
      machine.packages.site = 'good'
      expect((await box.call('update_software_cache', {}, token)).code).toBe(code.success)
      expect(await status(token)).toMatchObject({ state: 'idle', work: 'refresh', message: '' })
    },
  )

  test('a lock of another apt is busy and a full disk is reported, for refresh and update', async () => {
    const token = await box.tokenOf('admin')
    machine.packages.locked = true
    expect(await box.call('update_software_cache', {}, token)).toMatchObject({
      code: code.busy,
      data: { reason: 'locked', detail: expect.stringContaining('is held by process') },
    })
    machine.packages.locked = false
    machine.packages.disk_full = true
    expect(await box.call('update_software_cache', {}, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'disk_full' },
    })
    machine.packages.disk_full = false
    await box.call('update_software_cache', {}, token)
    for (const [failure, reason] of [
      ['locked', 'locked'],
      ['disk_full', 'disk_full'],
    ] as const) {
      machine.packages[failure] = true
      expect((await box.call('update_software', {}, token)).code).toBe(code.success)
      await until(
        'apt says so',
        async () =>
          (await status(token)).work === 'update' &&
          (await status(token)).state === 'failed' &&
          (await status(token)).reason === reason,
      )
      machine.packages[failure] = false
    }
    expect((await box.call('software_version', {}, token)).data.list[0]).toMatchObject({
      installed: '0.1.0',
      candidate: '0.2.0',
    })
  })

  test('the second of two concurrent refreshes is busy', async () => {
    const [one, two] = [await box.tokenOf('admin'), await box.tokenOf('operator')]
    machine.packages.pace('by hand')
    const first = box.call('update_software_cache', {}, one)
    expect(await box.call('update_software_cache', {}, two)).toMatchObject({
      code: code.busy,
      data: { reason: 'locked' },
    })
    await until('apt says so', async () => (await status(two)).message === 'Retrieving file 1 of 1')
    expect(await status(two)).toMatchObject({ state: 'refreshing', work: 'refresh' })
    machine.packages.pace(0)
    machine.packages.step()
    expect((await first).code).toBe(code.success)
  })

  test('a killed update is reported as failed, not as running', async () => {
    const token = await box.tokenOf('admin')
    await box.call('update_software_cache', {}, token)
    machine.packages.pace('by hand')
    await box.call('update_software', {}, token)
    await until('apt says so', async () => (await status(token)).state === 'updating')
    machine.packages.kill()
    await until('apt says so', async () => (await status(token)).state === 'failed')
    expect(await status(token)).toMatchObject({ work: 'update', ended_ms: null, reason: 'interrupted' })
  })
})

describe('the package source', () => {
  test('reads the repository from apt, sets it by the root helper, and removes it', async () => {
    const token = await box.tokenOf('admin')
    const read = async () => (await box.call('get_repository', {}, token)).data.repository
    expect(await read()).toBe('http://packages.example/parking')
    expect(
      (await box.call('set_repository', { repository: 'https://[2001:db8::5]:8443/debian/stable/' }, token))
        .code,
    ).toBe(code.success)
    expect(await read()).toBe('https://[2001:db8::5]:8443/debian/stable')
    expect((await box.call('set_repository', { repository: '' }, token)).code).toBe(code.success)
    expect(await read()).toBe('')
  })

  test.each([
    'ftp://packages.example/x',
    'file:///etc',
    'http://user:secret@packages.example/x',
    'http://packages.example/x y',
    'http://packages.example/x\nTrusted: yes',
    'http://packages.example/x\n',
    'http://packages.example/x\r',
    'http://packages.example/"x"',
    "http://packages.example/'x'",
    'http://packages.example/?a=b',
    'http://packages.example/#x',
    'http://packages.example/$(ARCH)',
    'http://packages.example/[trusted=yes]',
    'http://-x.example/',
    'http://packages.example:99999999/',
    'packages.example/x',
    'http://',
    'http://packages.example/\u0000',
    'http://軟體.example/',
  ])('"%s" is not a repository, and is not passed to the root helper', async (repository) => {
    const token = await box.tokenOf('admin')
    const refused = await box.call('set_repository', { repository }, token)
    expect(refused.code).toBe(code.format_error)
    expect(ran('systemctl')).toEqual([])
  })

  test('refuses an address that a box must not connect to', async () => {
    const token = await box.tokenOf('admin')
    for (const repository of [
      'http://169.254.169.254/latest',
      'http://0.0.0.0/',
      'http://2852039166/',
      'http://metadata.google.internal/',
    ]) {
      expect([repository, (await box.call('set_repository', { repository }, token)).data]).toEqual([
        repository,
        [{ field: 'repository', issue: 'url_forbidden' }],
      ])
    }
    expect(
      (await box.call('set_repository', { repository: `http://packages.example/${'x'.repeat(500)}` }, token))
        .code,
    ).toBe(code.format_error)
    expect(isRepository('http://192.0.2.1:8080/a/b-c_d.e~f%20')).toBe(true)
  })
})

describe('automatic updates', () => {
  test('are turned on and off, and app_status shows it', async () => {
    const token = await box.tokenOf('admin')
    const shown = async () => (await box.call('app_status', {}, token)).data.auto_update
    expect(await shown()).toBe(false)
    expect((await box.call('set_auto_update', { auto_update: true }, token)).code).toBe(code.success)
    expect(await shown()).toBe(true)
    const asked = ran('systemctl').length
    expect(await shown()).toBe(true)
    expect(ran('systemctl')).toHaveLength(asked)
    expect((await box.call('set_auto_update', { auto_update: false }, token)).code).toBe(code.success)
    expect(await shown()).toBe(false)
  })
})

test('eight concurrent changes are all answered, and the last one applies', async () => {
  const token = await box.tokenOf('admin')
  const wanted = [true, false, true, false, true, false, true, false, true]
  const answers = await Promise.all(
    wanted.map((auto_update) => box.call('set_auto_update', { auto_update }, token)),
  )
  expect(answers.map((answer) => answer.code)).toEqual(wanted.map(() => code.success))
  expect((await box.call('app_status', {}, token)).data.auto_update).toBe(true)
})

test('a box without apt reports not supported, and its other pages work', async () => {
  const token = await box.tokenOf('admin')
  for (const program of ['apt-cache', 'apt-get', 'systemctl']) machine.installed(program, false)
  for (const name of [
    'software_version',
    'get_repository',
    'apt_status',
    'update_software_cache',
    'update_software',
  ] as const) {
    expect([name, (await box.call(name, {}, token)).data]).toEqual([
      name,
      expect.objectContaining({ reason: 'unsupported' }),
    ])
  }
  expect((await box.call('app_status', {}, token)).data.auto_update).toBe(false)
})

test('a viewer may not refresh, update or change the source', async () => {
  const [viewer, operator] = [await box.tokenOf('viewer'), await box.tokenOf('operator')]
  for (const answer of [
    await box.call('update_software_cache', {}, viewer),
    await box.call('update_software', {}, operator),
    await box.call('set_repository', { repository: '' }, operator),
    await box.call('set_auto_update', { auto_update: true }, operator),
  ])
    expect(answer.code).toBe(code.permission_denied)
})
