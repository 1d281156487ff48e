/** The device's name is unique on the platform (spec §3; docs/platform.md, "The name"). */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { code } from '@parking/contract'
import { startPlatform, type Platform, type PlatformBehaviour } from '@parking/sim/peers/platform/platform.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { started, type Part } from '#src/core/part.ts'
import { createWorkers } from '#src/workers.ts'
import { expectProvision } from '#src/device/provision-progress.store.ts'
import { provision } from '#src/provision.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'

const taken = '深南大道-02'
const secret = 'street-app-secret'
let [box, platform, admin]: [Device, Platform, string] = [undefined!, undefined!, '']
let workers: Part | undefined
let odd: Server | undefined

beforeEach(async () => {
  platform = await startPlatform({ appSecret: secret, names: { 'PE-NEIGHBOUR': taken } })
  box = await openDevice({ now: Date.now() })
  admin = await box.tokenOf('admin')
})
afterEach(async () => {
  await workers?.stop()
  workers = undefined
  await box.close()
  await platform.stop()
  odd?.close()
  odd = undefined
})

const point = (over: object = {}) => {
  const { auth_url, device_init_url } = platform.urls
  return box.call(
    'update_platform_param',
    {
      operator_no: 'OP',
      auth_url,
      device_init_url,
      extra_info: JSON.stringify({ app_secret: secret }),
      ...over,
    },
    admin,
  )
}
const save = (name: string) => box.call('set_basic_info', { name }, admin)
const now = async () => {
  const { name, name_state } = (await box.call('get_basic_info', {}, admin)).data
  return [name, name_state]
}
const work = async () =>
  (workers = await started(
    createWorkers(box.deps, { names: { first_delay_ms: 20, max_delay_ms: 60, taken_ms: 30 } }),
  ))
const becomes = (name: string, state: string) =>
  until(`${name} is ${state}`, async () => (await now()).join() === `${name},${state}`)

test('a free name is accepted by the platform before it is stored', async () => {
  await point()
  expect((await save('深南大道-01')).data).toEqual({ name_state: 'unique' })
  expect(await now()).toEqual(['深南大道-01', 'unique'])
  expect([...platform.names.values()]).toEqual([taken, '深南大道-01'])
  // Saving the same name needs no request; a new name frees the old one.
  await save('深南大道-01')
  expect(platform.inits).toHaveLength(1)
  await save('深南大道-03')
  expect([...platform.names.values()]).toEqual([taken, '深南大道-03'])
  box = await box.restart()
  expect(await now()).toEqual(['深南大道-03', 'unique'])
})

test('a taken name is refused with 5000 at its field, and nothing is stored', async () => {
  await point()
  await save('深南大道-01')
  expect(await save(taken)).toMatchObject({
    code: code.duplicate,
    data: { issues: [{ field: 'name', issue: 'name_taken' }] },
  })
  expect(await now()).toEqual(['深南大道-01', 'unique'])
  expect([...platform.names.values()]).toEqual([taken, '深南大道-01'])
})

test('without a platform the name is stored, and checked as soon as there is one', async () => {
  expect(await now()).toEqual(['', undefined])
  expect((await save('深南大道-01')).data).toEqual({ name_state: 'no_platform' })
  await work()
  expect(await now()).toEqual(['深南大道-01', 'no_platform'])
  await point()
  await becomes('深南大道-01', 'unique')
  // Another operator has a separate set of names.
  await platform.setBehaviour('down')
  await point({ operator_no: 'OP-2' })
  expect(await now()).toEqual(['深南大道-01', 'unchecked'])
  await platform.setBehaviour('accept')
  await becomes('深南大道-01', 'unique')
})

test.for<PlatformBehaviour>(['down', 'error', 'garbage', 'throttle', 'redirect', 'drop', 'break', 'stall'])(
  'while the platform answers with "%s" the name is unchecked; the device asks until it gets an answer',
  async (behaviour) => {
    await point()
    await platform.setBehaviour(behaviour)
    expect(await save(taken)).toMatchObject({ code: code.success, data: { name_state: 'unchecked' } })
    expect(await now()).toEqual([taken, 'unchecked'])
    box = await box.restart()
    expect(await now()).toEqual([taken, 'unchecked'])
    platform.releaseStalled()
    await work()
    await platform.setBehaviour('accept')
    await becomes(taken, 'taken')
    expect(box.logged()).toContain('"what":"name_taken"')
    // The other device gets another name: the notice disappears by itself.
    platform.names.set('PE-NEIGHBOUR', '深南大道-09')
    await becomes(taken, 'unique')
    expect(box.logged()).toContain('"what":"name_unique"')
  },
)

test('an expired token is renewed automatically; another refusal is no verdict on the name', async () => {
  await point()
  await save('深南大道-01')
  await platform.setBehaviour('expire')
  expect((await save('深南大道-03')).data).toEqual({ name_state: 'unique' })
  expect(platform.signIns).toHaveLength(2)
  odd = createServer((_, response) => void response.end('{"code":7001,"message":"no contract","data":{}}'))
  await new Promise<void>((resolve) => void odd!.listen(0, '127.0.0.1', resolve))
  await point({ device_init_url: `http://127.0.0.1:${(odd.address() as AddressInfo).port}/init` })
  expect((await save('深南大道-04')).data).toEqual({ name_state: 'unchecked' })
})

test('of two saves at once the last one counts, on the device and on the platform', async () => {
  await point()
  await work()
  const answers = await Promise.all([save('深南大道-03'), save(taken), save('深南大道-04')])
  expect(answers.map((answer) => answer.code)).toEqual([code.success, code.duplicate, code.success])
  expect(await now()).toEqual(['深南大道-04', 'unique'])
  expect(platform.names.get((await box.call('get_basic_info', {}, admin)).data.host_sn)).toBe('深南大道-04')
})

test('provisioning and a restore from the history check the name as well', async () => {
  await save(taken)
  await save('深南大道-01')
  const { list } = (await box.call('param_history', { page: 1, page_size: 10, section: 'basic_info' }, admin))
    .data
  const before = list.find(({ changes }) => changes.some(({ before: value }) => value === taken))!
  await point()
  expect(await box.call('restore_param', { id: before.id, moment: 'before' }, admin)).toMatchObject({
    code: code.duplicate,
    data: { issues: [{ field: 'name', issue: 'name_taken' }] },
  })
  expect((await now())[0]).toBe('深南大道-01')
  expectProvision(box.deps)
  await provision(box.deps, [
    { path: '/api/device/set_basic_info', body: { name: taken } },
    { path: '/api/device/set_basic_info', body: { name: '深南大道-05' } },
  ])
  expect(box.logged()).toContain('"code":5000')
  expect(await now()).toEqual(['深南大道-05', 'unique'])
})

test('the test of the address says that the name is taken, and registers nothing', async () => {
  await save(taken)
  const { data } = await box.call(
    'test_platform',
    {
      url_name: 'device_init_url',
      operator_no: 'OP',
      protocol: 1,
      heartbeat_interval: 30,
      ...platform.urls,
      extra_info: JSON.stringify({ app_secret: secret }),
    },
    admin,
  )
  expect(data.list.at(-1)).toMatchObject({
    failed: 'refused',
    said: expect.stringContaining(taken) as string,
  })
  expect([...platform.names.keys()]).toEqual(['PE-NEIGHBOUR'])
})
