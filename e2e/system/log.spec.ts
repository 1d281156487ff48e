/**
 * The system log (spec §2, §3): search, live tail, detail, export, deletion; the text of a row is inert.
 * Long because all tests share the log of one device.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import type { World } from '@parking/sim/world.ts'
import { fillLogs } from '#bench/support/fill-logs.ts'
import { expect, heading, test } from '../fixtures.ts'
import { server_gone } from '#e2e/support/watch.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true } })
test.describe.configure({ mode: 'serial' })

const rows = (page: Page) => page.locator('tbody').getByRole('row')
const nasty = '\u001b[31mred\u001b[0m \u202eevil\u202c <img src=x onerror="document.title=1"> 100%'

test.beforeAll(async ({ device }) => {
  await device.stop()
  fillLogs(join(device.folder, 'data'), 240, {
    more: [{ timestamp_ms: Date.now() - 5_000, type: 3, level: 'CRITICAL', content: nasty }],
  })
  await device.start()
})

test('a change is a sentence; its detail has user, address, and values before and after', async ({
  page,
  device,
  words,
  language,
}) => {
  await device.call('/api/device/set_basic_info', { name: `旧 ${language}` })
  await device.call('/api/device/set_basic_info', { name: `新 ${language}` })
  await page.goto('/system/log?type=2')
  await expect(heading(page, words.shell.routes.system_log)).toBeVisible()
  const row = rows(page)
    .filter({ hasText: words.log.says.did('admin', words.log.calls.set_basic_info) })
    .first()
  await row.getByRole('button', { name: words.log.open }).click()
  await expect(page).toHaveURL(/[?&]id=\d+/)
  const detail = rows(page).nth(1)
  for (const text of [
    '127.0.0.1',
    'set_basic_info',
    words.codes.role.admin,
    `旧 ${language}`,
    `新 ${language}`,
  ])
    await expect(detail).toContainText(text)
  await page.reload()
  await expect(detail).toContainText(`旧 ${language}`)
  await page.getByRole('button', { name: words.log.close }).click()
  await expect(page).not.toHaveURL(/[?&]id=/)
})

test(
  'filters narrow the list, are in the address, and are reset',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const count = async (filter: { type: 0 | 3; level?: 'CRITICAL'; text?: string }) =>
      (await device.call('/api/system/log', { page: 1, page_size: 1, ...filter })).total
    await page.goto('/system/log')
    const pager = page.getByRole('navigation', { name: words.shell.pager.label })
    await page
      .getByRole('combobox', { name: words.log.type, exact: true })
      .selectOption({ label: words.codes.log_type.application })
    await expect(page).toHaveURL(/type=3/)
    await expect(rows(page).first()).toContainText(words.codes.log_type.application)
    await page
      .getByRole('combobox', { name: words.log.level, exact: true })
      .selectOption({ label: words.codes.log_level.CRITICAL })
    await expect(pager).toContainText(words.shell.pager.total(await count({ type: 3, level: 'CRITICAL' })))
    await expect(page).toHaveURL(/level=CRITICAL/)
    await page.getByRole('button', { name: words.log.reset, exact: true }).first().click()
    await expect(page).not.toHaveURL(/type=/)
    await page.getByRole('searchbox', { name: words.log.text }).fill('frame 17')
    await page.keyboard.press('Enter')
    await expect(pager).toContainText(words.shell.pager.total(await count({ type: 0, text: 'frame 17' })))
    await page.getByRole('button', { name: words.range.button(words.range.any) }).click()
    await page.getByRole('button', { name: words.log.since.m15 }).click()
    await expect(page).toHaveURL(/since=m15/)
    await expect(page.getByRole('heading', { name: words.log.nothing })).toBeVisible()
    await page.goBack()
    await expect(rows(page).first()).toContainText('frame 17')
  },
)

test('an end before its start is reported', async ({ page, words }) => {
  await page.goto('/system/log?start_ms=1790000000000&end_ms=1780000000000')
  await expect(page.getByText(words.log.time_order)).toBeVisible()
  await expect(page.getByRole('heading', { name: words.log.nothing })).toBeVisible()
  await page.getByRole('button', { name: words.log.reset, exact: true }).last().click()
  await expect(rows(page)).toHaveCount(20)
})

test(
  'the system journal is a separate log, and cannot be deleted here',
  { tag: '@tw' },
  async ({ page, words }) => {
    await page.goto('/system/log?type=5')
    await expect(
      page.getByRole('heading', { name: words.log.empty_system }).or(rows(page).first()),
    ).toBeVisible()
    await page.getByRole('button', { name: words.log.delete, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: words.log.delete })
    await expect(dialog.getByText(words.log.delete_kept)).toBeVisible()
    await expect(dialog.getByRole('option', { name: words.codes.log_type.system, exact: true })).toHaveCount(
      0,
    )
  },
)

test('the text of a log is inert: no colours, no direction, no markup', async ({ page }) => {
  await page.goto('/system/log?level=CRITICAL')
  const row = rows(page).filter({ hasText: 'evil' })
  await expect(row).toContainText('red ⟨U+202E⟩evil⟨U+202C⟩ <img src=x onerror="document.title=1"> 100%')
  expect(await row.innerHTML()).not.toContain('\u202e')
  await expect(page).toHaveTitle(/WEB Admin$/)
})

test('new rows wait above the list; the live tail can be paused', async ({ page, device, words }) => {
  await page.goto('/system/log?type=2')
  await expect(rows(page).first()).toBeVisible()
  const first = await rows(page).first().textContent()
  await device.call('/api/device/set_basic_info', { name: '甲' })
  const pill = page.getByRole('button', { name: words.log.fresh(1) })
  await expect(pill).toBeVisible()
  expect((await rows(page).first().textContent())?.slice(0, 19)).toBe(first?.slice(0, 19))
  const live = page.getByRole('button', { name: words.log.live, exact: true })
  await live.click()
  await expect(live).toHaveAttribute('aria-pressed', 'true')
  await expect(pill).toBeHidden()
  const changes = rows(page).filter({ hasText: words.log.calls.set_basic_info })
  const before = await changes.count()
  await device.call('/api/device/set_basic_info', { name: '乙' })
  await expect(changes).toHaveCount(before + 1)
  await expect(pill).toBeHidden()
  await live.click()
  await expect(live).toHaveAttribute('aria-pressed', 'false')
  await device.call('/api/device/set_basic_info', { name: '丙' })
  await expect(page.getByRole('button', { name: words.log.fresh(1) })).toBeVisible()
})

test('paging keeps the page in the address', async ({ page, words }) => {
  await page.goto('/system/log?type=3')
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('button', { name: words.shell.pager.page(3) }).click()
  await expect(page).toHaveURL(/page=3/)
  await expect(rows(page)).toHaveCount(20)
  await page
    .getByRole('combobox', { name: words.shell.pager.page_size })
    .selectOption({ label: words.shell.pager.size(100) })
  await expect(page).toHaveURL(/page_size=100/)
  await expect.poll(() => rows(page).count()).toBe(100)
})

test('the filtered rows are exported, one JSON object per line', async ({ page, device, words }) => {
  const { total } = await device.call('/api/system/log', { type: 3, page: 1, page_size: 1, text: 'frame' })
  await page.goto('/system/log?type=3&text=frame')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: words.log.export, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: words.log.export_title })
  await expect(dialog).toContainText(words.log.export_says(total))
  const arriving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: words.log.export_start }).click()
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/^log-[\d-]+\.ndjson$/)
  const lines = (await readFile(await file.path(), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: number; content: string })
  expect(lines).toHaveLength(total)
  expect(lines.every(({ type, content }) => type === 3 && content.includes('frame'))).toBe(true)
  await expect(page.getByText(words.log.export_done(total))).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a lost connection is shown, and the page retries', async ({ page, device, words, allow }) => {
  allow(server_gone, 'the server is stopped on purpose')
  await page.goto('/system/log')
  await expect(rows(page)).toHaveCount(20)
  await device.stop()
  await page
    .getByRole('combobox', { name: words.log.level, exact: true })
    .selectOption({ label: words.codes.log_level.ERROR })
  await expect(page.getByRole('alert').filter({ hasText: words.log.failed })).toBeVisible()
  await device.start()
  await expect(rows(page).first()).toContainText(words.codes.log_level.ERROR)
})

test('deleting shows the number, asks, deletes only those rows, and leaves a tombstone', async ({
  page,
  device,
  words,
}) => {
  const count = async (type: 3 | 4) =>
    (await device.call('/api/system/log', { type, page: 1, page_size: 1 })).total
  const alarms = await count(4)
  await page.goto('/system/log?type=3')
  await page.getByRole('button', { name: words.log.delete, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: words.log.delete })
  await expect(dialog.getByText(words.log.delete_none)).toBeVisible() // no row is older than thirty days
  await dialog.getByRole('radio', { name: words.log.until.at }).check()
  const when = await page.evaluate(() => {
    const at = new Date(Date.now() - 3_600_000)
    const two = (n: number) => String(n).padStart(2, '0')
    const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
    return `${date}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
  })
  await dialog.getByRole('textbox', { name: words.log.until.at }).fill(when)
  const end_ms = await page.evaluate((text) => new Date(text).getTime() + 999, when)
  const older = (await device.call('/api/system/log', { type: 3, end_ms, page: 1, page_size: 1 })).total
  expect(older).toBeGreaterThan(0)
  const before = await count(3)
  await expect(dialog.getByText(words.log.delete_count(older))).toBeVisible()
  await dialog.getByRole('button', { name: words.log.delete_go(older) }).click()
  const question = page.getByRole('alertdialog', { name: words.log.delete_ask(older) })
  await question.getByRole('button', { name: words.shell.cancel, exact: true }).click()
  expect(await count(3)).toBeGreaterThanOrEqual(before)
  await dialog.getByRole('button', { name: words.log.delete_go(older) }).click()
  await question.getByRole('button', { name: words.log.delete, exact: true }).click()
  await expect(page.getByText(words.log.delete_done(older))).toBeVisible()
  await expect(dialog).toBeHidden()
  expect((await device.call('/api/system/log', { type: 3, end_ms, page: 1, page_size: 1 })).total).toBe(0)
  expect(await count(4)).toBeGreaterThanOrEqual(alarms)
  await page.goto('/system/log?type=2')
  const tombstone = rows(page)
    .filter({ hasText: words.log.delete_done(older).replace(/^\D*/, '') })
    .first()
  await expect(tombstone).toContainText('admin')
  await expect(tombstone).toContainText(words.codes.log_level.WARNING)
})

const inOwnLanguage = async ({ page, world, words }: { page: Page; world: World; words: Areas }) => {
  const { says } = words.log
  await page.goto('/system/log?type=3&text=watching')
  const watching = says.app_watching(1, world.street.lots(0).length)
  await expect(rows(page).filter({ hasText: watching }).first()).toBeVisible()
  // A line without a key in the protocol is shown unchanged, with its source.
  await page.goto('/system/log?level=CRITICAL')
  await expect(
    rows(page)
      .filter({ hasText: says.app_line('') })
      .first(),
  ).toContainText('evil')
  await expect(
    page.getByRole('button', { name: `${words.shell.header.user} ${words.shell.people.administrator}` }),
  ).toBeVisible()
}
test('lines of the analysis application and the first user are in the user’s language', inOwnLanguage)
test('application lines and the first user are in the language of Taiwan', { tag: '@tw' }, inOwnLanguage)

test.describe('a browser in another zone than the device', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('the log shows and filters by the time of the device, and names its zone', async ({ page, words }) => {
    await page.goto('/system/log')
    await expect(page.getByText(words.shell.time.zone('Asia/Shanghai UTC+08:00'))).toBeVisible()
    const shown = await rows(page).first().getByRole('cell').first().innerText()
    await page.getByRole('button', { name: words.range.button(words.range.any) }).click()
    const picker = page.getByRole('dialog', { name: words.range.title })
    await picker.getByRole('textbox', { name: words.range.start }).fill(shown.slice(0, 16))
    await page.keyboard.press('Enter')
    const start = `${shown.slice(0, 16).replace(' ', 'T')}:00+08:00`
    await expect(page).toHaveURL(new RegExp(`start_ms=${Date.parse(start)}`))
    await expect(picker).toBeHidden()
    await expect(rows(page).first()).toContainText(shown.slice(0, 16))
  })
})
