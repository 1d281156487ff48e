/**
 * The clock (spec §3 "Time", §7, §8): running, its zone, setting it by hand with a warning, and the time
 * server with its test. Long because all of it runs in both languages on one device.
 */
import type { Page } from '@playwright/test'
import { startTimeServer, type TimeServer } from '@parking/sim/peers/time-server.ts'
import type { Areas } from '@parking/console/locales/areas.ts'
import { asRole } from '../support/as-role.ts'
import type { Device } from '../support/device.ts'
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true } })
test.describe.configure({ mode: 'serial' })

let server: TimeServer
test.beforeAll(async () => void (server = await startTimeServer()))
test.afterAll(() => server.stop())

test.beforeEach(async ({ device }) => {
  Object.assign(server, { behaviour: 'answers', offset_ms: 0, stratum: 2 })
  device.machine.installed('timedatectl', true)
  await device.call('/api/device/set_time', { time_zone: 'Asia/Shanghai' })
  await set(device, false, server.address)
  await device.machine.clock.follow()
})

const set = (device: Device, ntp_enabled: boolean, ntp_server: string) =>
  device.call('/api/device/set_ntp', { ntp_enabled, ntp_server })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const clock = (page: Page, words: Areas) => page.getByRole('timer', { name: words.time.now }).locator('b')
const zoneBox = (page: Page, words: Areas) => page.getByRole('combobox', { name: words.time.zone_label })
const stamp = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
/** The offset of the simulated clock to this computer's. */
const deviceNow = (device: Device) => device.machine.clock.now_ms

test('the clock runs in its zone and shows its offset to the time server and to the browser', async ({
  page,
  device,
  words,
}) => {
  await page.goto('/device/time')
  await expect(heading(page, words.shell.routes.device_time)).toBeVisible()
  const first = await clock(page, words).textContent()
  expect(first).toMatch(/^\d\d:\d\d:\d\d$/)
  await expect(clock(page, words)).not.toHaveText(first ?? '')
  const now = part(page, words.time.now)
  await expect(now).toContainText('Asia/Shanghai · UTC+08:00')
  await expect(now).toContainText(words.time.sync_off)
  await set(device, true, server.address)
  await page.reload()
  await expect(now).toContainText(words.time.synced)
  await expect(now).toContainText(words.time.browser_same)
})

test(
  'a device without a time service says so, and recovers once it has one',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    device.machine.installed('timedatectl', false)
    await page.goto('/device/time')
    const says = page.getByRole('alert').filter({ hasText: words.time.unsupported_says })
    await expect(says).toContainText(words.errors.messages.unsupported)
    device.machine.installed('timedatectl', true)
    await says.getByRole('button', { name: words.errors.retry }).click()
    await expect(clock(page, words)).toBeVisible()
  },
)

test('a zone is found by city in either script, offset or name, with the keyboard alone', async ({
  page,
  device,
  words,
}) => {
  await page.goto('/device/time')
  const box = zoneBox(page, words)
  const list = page.getByRole('listbox', { name: words.time.zone_list })
  const option = list.getByRole('option')
  await box.focus()
  await expect(list).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expect(option.first()).toContainText('Asia/Shanghai')
  await expect(option.nth(1)).toContainText('Asia/Taipei')
  for (const [typed, found] of [
    ['東京', 'Asia/Tokyo'],
    ['东京', 'Asia/Tokyo'],
    ['xianggang', 'Asia/Hong_Kong'],
    ['UTC+9', 'Asia/Tokyo'],
    ['America/New', 'America/New_York'],
  ] as const) {
    await box.fill(typed)
    await expect(option.filter({ hasText: found }).first()).toBeVisible()
  }
  await box.fill('xyzzy')
  await expect(page.getByText(words.time.zone_none)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue(/Asia\/Shanghai/)
  await expect(box).toHaveAttribute('aria-expanded', 'false')

  await page.keyboard.type('台')
  await expect(option.first()).toContainText('Asia/Taipei')
  // Home and End move the caret in the text box; the arrows move through the list.
  const isActive = async (at: number) =>
    expect(box).toHaveAttribute('aria-activedescendant', (await option.nth(at).getAttribute('id')) ?? 'none')
  await box.fill('UTC+8')
  await isActive(0)
  for (const [key, at] of [
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
  ] as const) {
    await page.keyboard.press(key)
    await isActive(at)
  }
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(/Asia\/Taipei · UTC\+08:00/)
  await expect(list).toBeHidden()

  await box.fill('雪梨')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(/Australia\/Sydney/)
  await expect(page.getByRole('region', { name: words.forms.unsaved })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(words.time.zone_done)).toBeVisible()
  await expect(part(page, words.time.now)).toContainText('Australia/Sydney')
  expect(await device.call('/api/device/time_para', {})).toMatchObject({ time_zone: 'Australia/Sydney' })
  await page.reload()
  await expect(zoneBox(page, words)).toHaveValue(/Australia\/Sydney/)
})

test('by hand: disabled with NTP; a small step needs no confirmation, a jump shows its effect', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.time
  if (world.street.plates(0).every((lot) => lot.length === 0)) world.street.arrive(0, 0)
  await expect.poll(async () => (await device.call('/api/device/time_para', {})).open_sessions).toBe(1)
  await set(device, true, server.address)
  await page.goto('/device/time')
  const manual = part(page, text.manual)
  const box = manual.getByLabel(text.manual_time)
  await expect(box).toBeDisabled()
  await expect(manual.getByText(text.manual_ntp).first()).toBeVisible()
  await expect(manual.getByRole('button', { name: text.set })).toHaveAccessibleDescription(text.manual_ntp)

  await part(page, text.ntp).getByRole('switch', { name: text.ntp_enabled }).click()
  await page.getByRole('button', { name: text.save, exact: true }).click()
  await expect(page.getByText(text.ntp_done)).toBeVisible()
  await expect(box).toBeEnabled()
  await expect(manual.getByRole('button', { name: text.set })).toHaveAccessibleDescription(text.set_empty)

  await manual.getByRole('button', { name: text.use_browser }).click()
  await expect(manual.getByText(text.using_browser)).toBeVisible()
  await manual.getByRole('button', { name: text.set }).click()
  await expect(page.getByText(text.set_done)).toBeVisible()
  await expect(box).toHaveValue('')

  const ahead = stamp(Math.floor((deviceNow(device) + 2 * 3_600_000) / 60_000) * 60_000 + 7_000)
  await box.fill(ahead)
  await manual.getByRole('button', { name: text.set }).click()
  const question = page.getByRole('alertdialog', { name: text.jump })
  await expect(question).toContainText(text.jump_forward('').slice(0, 8))
  await expect(question).toContainText(ahead)
  await expect(question).toContainText(text.jump_open(1))
  await expect(question).toContainText(text.jump_longer)
  await question.getByRole('button', { name: words.shell.cancel, exact: true }).click()
  expect(Math.abs(deviceNow(device) - Date.now())).toBeLessThan(60_000)
  await expect(box).toHaveValue(ahead)
  await manual.getByRole('button', { name: text.set }).click()
  await question.getByRole('button', { name: text.jump_go }).click()
  await expect(page.getByText(text.set_done)).toBeVisible()
  await expect(part(page, text.now)).toContainText(ahead.slice(0, 10))
  await expect(clock(page, words)).toHaveText(new RegExp(`^${ahead.slice(11, 13)}:`))
  // The device is now ahead of the browser, which is shown; a step back causes a warning too.
  await expect(part(page, text.now)).toContainText(text.browser_hint)
  await manual.getByRole('button', { name: text.use_browser }).click()
  await manual.getByRole('button', { name: text.set }).click()
  await expect(question).toContainText(text.jump_back('').slice(0, 8))
  await expect(question).toContainText(text.jump_shorter)
  await question.getByRole('button', { name: text.jump_go }).click()
  await expect(part(page, text.now)).toContainText(text.browser_same)
})

test('the typed time server is tested before it is saved', async ({ page, device, words }) => {
  const { time: text, errors } = words
  Object.assign(server, { offset_ms: 1_500, stratum: 1 })
  await page.goto('/device/time')
  const ntp = part(page, text.ntp)
  const box = ntp.getByRole('textbox', { name: text.ntp_server })
  const ask = ntp.getByRole('button', { name: text.test, exact: true })
  await box.fill(server.address)
  await ask.click()
  const said = ntp.getByRole('status').filter({ hasText: text.tested(server.address) })
  await expect(said).toContainText(errors.messages.ntp_success)
  // The delay of the answer adds at most half of itself.
  await expect(said).toContainText(new RegExp(text.offset_behind(text.seconds('1\\.[3-7]'))))
  await expect(said).toContainText(text.offset_far)
  await expect(said).toContainText(text.stratum_of(1))
  server.offset_ms = -90_000
  await ask.click()
  await expect(said).toContainText(text.offset_ahead('').trim())
  expect((await device.call('/api/device/time_para', {})).ntp_server).toBe(server.address)

  for (const [behaviour, reason, advice] of [
    ['junk', 'bad_answer', 'answer'],
    ['unsynchronized', 'not_synchronized', 'unsynchronised'],
    ['silent', 'timeout', 'reach'],
  ] as const) {
    server.behaviour = behaviour
    await ask.click()
    await expect(said).toContainText(errors.messages.ntp_failed)
    await expect(said).toContainText(errors.reasons[reason])
    await expect(said).toContainText(text.advice[advice])
  }
  for (const nonsense of ['not a host', 'ntp.example.com:0', '192.0.2.300', 'http://x']) {
    await box.fill(nonsense)
    await ask.click()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await expect(box).toHaveAccessibleDescription(errors.issues.host)
    await expect(box).toBeFocused()
  }
  await box.fill('')
  await expect(ask).toHaveAccessibleDescription(text.test_empty)
})

test('the time server is saved and used', async ({ page, device, words }) => {
  const { time: text } = words
  await set(device, false, '')
  server.offset_ms = 3_600_000
  await page.goto('/device/time')
  const ntp = part(page, text.ntp)
  await ntp.getByRole('textbox', { name: text.ntp_server }).fill(server.address)
  await ntp.getByRole('switch', { name: text.ntp_enabled }).click()
  await page.getByRole('button', { name: text.save, exact: true }).click()
  await expect(page.getByText(text.ntp_done)).toBeVisible()
  await expect(part(page, text.now)).toContainText(text.synced)
  expect(await device.call('/api/device/time_para', {})).toMatchObject({
    ntp_enabled: true,
    ntp_server: server.address,
  })
  expect(deviceNow(device) - Date.now()).toBeGreaterThan(3_500_000)
  server.offset_ms = 0
  await device.machine.clock.follow()
})

test('a viewer sees all settings; disabled buttons give their reason', async ({ page, device, words }) => {
  const { time: text, forms } = words
  await asRole(device, 'viewer', async () => {
    await page.goto('/device/time')
    await expect(clock(page, words)).toBeVisible()
    await expect(zoneBox(page, words)).toBeDisabled()
    const ntp = part(page, text.ntp)
    await expect(ntp.getByRole('textbox', { name: text.ntp_server })).not.toBeEditable()
    await expect(ntp.getByRole('switch', { name: text.ntp_enabled })).toBeDisabled()
    await expect(ntp.getByRole('button', { name: text.test, exact: true })).toHaveAccessibleDescription(
      text.test_role,
    )
    await expect(ntp.getByText(forms.read_only)).toBeVisible()
    await expect(part(page, text.manual).getByRole('button', { name: text.set })).toHaveAccessibleDescription(
      forms.read_only,
    )
  })
})
