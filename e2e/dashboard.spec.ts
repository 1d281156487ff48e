/**
 * The health of the box on the first page (spec §2, dashboard): it shows the current state of the device, and
 * its controls work. Long because the states of the application and of the queue follow one another.
 */
import { deviceSentence } from '@parking/contract/core/device-sentences.ts'
import { expect, heading, test } from './fixtures.ts'
import { violations } from './measures/violations.ts'

test.use({ stage: { on_street: 3, added: 3, analysis: true, platform: true } })

test(
  'shows base info, run status, performance, video sources and application',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const [info, boot] = [
      await device.call('/api/device/get_basic_info', {}),
      await device.call('/api/system/reboot_time', {}),
    ]
    await page.goto('/')
    await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
    await page.getByRole('button', { name: words.home.health_open + words.home.health }).click()
    const base = page.getByRole('region', { name: words.dashboard.base_info })
    for (const [label, value] of [
      [words.dashboard.host_name, info.host_name],
      [words.dashboard.host_model, info.host_model],
      [words.dashboard.host_sn, info.host_sn],
      [words.dashboard.version, info.version],
      [words.dashboard.firmware, info.firmware],
      [words.dashboard.hardware_id, info.hardware_id],
    ] as const) {
      await expect(base.getByText(label, { exact: true })).toBeVisible()
      await expect(base.getByText(value || '--', { exact: true }).first()).toBeVisible()
    }
    const run = page.getByRole('region', { name: words.dashboard.run_status })
    await expect(run.getByText(boot.reboot_time)).toBeVisible()
    await expect(run).toContainText(words.shell.time.units.second)
    await expect(page.getByRole('region', { name: words.dashboard.performance })).toContainText('%')
    await expect(
      page.getByRole('link', { name: words.dashboard.see_cameras(words.codes.camera_state.online, 3) }),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: words.dashboard.application })).toContainText(
      'street-analysis',
    )
  },
)

test('a fault comes first and leads to its cause; the panel leaves the wall where it is @tw', async ({
  page,
  device,
  words,
}) => {
  await device.call('/api/device/set_ntp', { ntp_enabled: false, ntp_server: '127.0.0.1' })
  await page.goto('/dashboard')
  const strip = page.getByRole('list', { name: words.home.health })
  await expect(strip.getByRole('listitem').first().getByRole('link')).toBeVisible()
  const wall = page.getByRole('article').first()
  await expect(wall).toBeVisible()
  const before = await wall.boundingBox()
  await page.getByRole('button', { name: words.home.health_open + words.home.health }).click()
  await expect(page.getByRole('region', { name: words.dashboard.performance })).toContainText('CPU')
  expect(await wall.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: words.dashboard.performance })).toBeHidden()
  await strip.getByRole('link', { name: words.home.item.clock }).click()
  await expect(heading(page, words.shell.routes.device_time)).toBeVisible()
})

test('a camera without power counts as offline, with a link to it', async ({ page, world, words }) => {
  await page.goto('/dashboard?health=open')
  await expect(
    page.getByRole('link', { name: words.dashboard.see_cameras(words.codes.camera_state.online, 3) }),
  ).toBeVisible()
  await world.cameras[2]?.setPower(false)
  const offline = page.getByRole('link', {
    name: words.dashboard.see_cameras(words.codes.camera_state.offline, 1),
  })
  await expect(offline).toBeVisible()
  await offline.click()
  await expect(page).toHaveURL(/\/business\/sceneConfig\?state=0$/)
  await expect(page.getByRole('heading', { level: 2, name: world.cameras[2]?.name ?? '' })).toBeVisible()
  await world.cameras[2]?.setPower(true)
})

test('the application is stopped, started and restarted, each after a confirmation with its effect', async ({
  page,
  device,
  words,
}) => {
  const text = words.dashboard
  await page.goto('/dashboard?health=open')
  const app = page.getByRole('region', { name: text.application })
  const control = (name: string) => app.getByRole('button', { name, exact: true })
  await expect(app.getByText(text.states.running, { exact: true })).toBeVisible()
  await expect(control(text.start)).toBeDisabled()

  await control(text.stop).click()
  const question = page.getByRole('alertdialog', { name: text.ask.stop })
  await expect(question).toContainText(
    text.effect.stop(3, (await device.call('/api/camera/get_all_lots_no', {})).total),
  )
  await question.getByRole('button', { name: words.shell.cancel }).click()
  await expect(app.getByText(text.states.running, { exact: true })).toBeVisible()
  await control(text.stop).click()
  await page.getByRole('alertdialog').getByRole('button', { name: text.stop, exact: true }).click()
  await expect(app.getByText(text.states.stopped, { exact: true })).toBeVisible()
  expect(await device.call('/api/system/app_status', {})).toMatchObject({ running: false })
  await expect(control(text.stop)).toBeDisabled()

  await control(text.start).click()
  await page.getByRole('alertdialog').getByRole('button', { name: text.start, exact: true }).click()
  await expect(page.getByText(text.done.start)).toBeVisible()
  await expect(app.getByText(text.is_connected, { exact: true })).toBeVisible()

  await control(text.restart).click()
  await page.getByRole('alertdialog').getByRole('button', { name: text.restart, exact: true }).click()
  await expect(page.getByText(text.done.restart)).toBeVisible()
  await expect(app.getByText(text.is_connected, { exact: true })).toBeVisible()
})

test('cache resume sends failed events once they are accepted', async ({ page, world, device, words }) => {
  await world.platform.setBehaviour('refuse')
  const plate = world.street.arrive(0, 0)
  await expect
    .poll(
      async () =>
        (await device.call('/api/parking/parking_event', { page: 1, page_size: 5, status: 4 })).total,
    )
    .toBe(1)
  await world.platform.setBehaviour('accept')
  await page.goto('/dashboard?health=open')
  const app = page.getByRole('region', { name: words.dashboard.application })
  const queue = page.getByRole('region', { name: words.queue.title })
  await expect(queue.getByRole('link', { name: words.queue.count(1), exact: true })).toHaveAttribute(
    'href',
    '/business/data/parking?status=4',
  )
  await expect(queue.getByText(words.queue.last_error)).toContainText(words.queue.outcomes.refused)
  await app.getByRole('button', { name: words.resume.act, exact: true }).click()
  await expect(page.getByText(words.resume.done(1))).toBeVisible()
  await expect(queue.getByText(words.queue.states.empty, { exact: true })).toBeVisible()
  await expect(queue.getByText(words.queue.says.empty, { exact: true })).toBeVisible()
  await expect.poll(() => world.platform.received().map((event) => event.plate_number)).toContain(plate)
})

test('the platform is down: the queue shows the reason, is paused, and drains when resumed', async ({
  page,
  world,
  device,
  words,
}) => {
  const text = words.queue
  await page.goto('/dashboard?health=open')
  const queue = page.getByRole('region', { name: text.title })
  await expect(queue.getByText(text.states.empty, { exact: true })).toBeVisible()
  await world.platform.setBehaviour('down')
  world.street.arrive(0, 1)
  await expect(queue.getByText(text.states.stalled, { exact: true })).toBeVisible()
  await expect(queue).toContainText(text.stalled.deliver)
  const { deliver, errors } = await device.call('/api/parking/event_queue', {})
  expect(errors.map(({ info }) => info)).toContain(deliver.reason)
  expect(deliver.reason).toBe(deviceSentence('nothing_listens'))
  await expect(queue).toContainText(words.device_said.sentences.nothing_listens())
  await expect(queue.getByRole('definition').first()).toHaveText('1')
  expect(await violations(page)).toEqual([])

  await queue.getByRole('button', { name: text.pause, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: text.pause_ask })
  await expect(question).toContainText(text.pause_effect)
  await question.getByRole('button', { name: text.pause, exact: true }).click()
  await expect(queue.getByText(text.states.paused, { exact: true })).toBeVisible()
  await expect(queue).toContainText(text.says.paused('admin'))
  await world.platform.setBehaviour('accept')
  const before = world.platform.received().length
  world.street.arrive(1, 1)
  await expect(queue.getByRole('definition').first()).toHaveText('2')
  expect(world.platform.received()).toHaveLength(before)

  await queue.getByRole('button', { name: text.go_on, exact: true }).click()
  const on = page.getByRole('alertdialog', { name: text.go_on_ask })
  await expect(on).toContainText(text.go_on_effect(2))
  await on.getByRole('button', { name: text.go_on, exact: true }).click()
  await expect(queue.getByText(text.states.empty, { exact: true })).toBeVisible()
  await expect.poll(() => world.platform.received().length).toBe(before + 2)
  await queue.getByRole('link', { name: text.open }).click()
  await expect(page).toHaveURL(/\/device\/storage$/)
})

test('polling pauses in a hidden tab and resumes when it is visible again', async ({ page, words }) => {
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await page.clock.install()
  await page.goto('/dashboard?health=open')
  await expect(page.getByRole('region', { name: words.dashboard.application })).toContainText(
    'street-analysis',
  )
  await show('hidden')
  await page.waitForLoadState('networkidle')
  let asked = 0
  page.on('request', (request) => (asked += request.url().endsWith('/api/system/app_status') ? 1 : 0))
  await page.clock.runFor(30_000)
  expect(asked).toBe(0)
  await show('visible')
  await expect.poll(() => asked).toBeGreaterThan(0)
})
