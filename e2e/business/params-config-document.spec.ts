/**
 * The configuration as a document: exported with encrypted secrets, changed, and restored after a preview of
 * every difference; and the files that are refused.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { camera_password } from '@parking/sim/world.ts'
import { expect, heading, test } from '../fixtures.ts'
import { violations } from '../measures/violations.ts'

test.use({ stage: { on_street: 2, added: 2, platform: true } })
test.describe.configure({ mode: 'serial' })

const passphrase = '停车场-kerb-2026-冬'
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const pick = (page: Page, name: string, content: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })

test('zh: exports with a passphrase, previews and imports; an invalid file changes nothing', async ({
  counting,
  page,
  device,
  words,
}) => {
  const [text, errors] = [words.config_document, words.errors.issues]
  await page.goto('/business/params?tab=document')
  await expect(heading(page, words.shell.routes.business_params)).toBeVisible()

  // A weak passphrase is refused in the browser.
  await counting('configuration')
  await page.getByRole('radio', { name: text.export.handlings.wrapped.name }).check()
  const go = page.getByRole('button', { name: text.export.go, exact: true })
  await page.getByLabel(text.export.passphrase, { exact: true }).fill('kurz')
  await expect(go).toHaveAccessibleDescription(text.export.why)
  await page.getByLabel(text.export.passphrase, { exact: true }).fill(passphrase)
  await page.getByLabel(text.export.repeat).fill(passphrase)
  expect.soft(await violations(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), go.click()])
  const content = await readFile(await download.path(), 'utf8')
  expect(download.suggestedFilename()).toMatch(/\.parking\.json$/)
  expect(content).not.toContain(camera_password)
  await expect(part(page, text.export.title).getByRole('status')).toContainText(download.suggestedFilename())
  await expect(page.getByLabel(text.export.passphrase, { exact: true })).toHaveValue('')

  await counting()
  // Another user makes changes after the export.
  const [scene] = (await device.call('/api/camera/get_scenes', {})).list
  const {
    camera_name: _,
    lot_num: __,
    ref_snapshot: ___,
    update_time_str: ____,
    moved: _____,
    ...drawn
  } = scene!
  const [first, ...others] = drawn.lots
  const by = 14 / scene!.ref_width
  const right = Math.max(...first!.polygon.map(([x]) => x)) + by <= 1 ? by : -by
  await device.call('/api/camera/add_update_scene', {
    ...drawn,
    lots: [
      { ...first!, polygon: first!.polygon.map(([x, y]) => [x + right, y] as [number, number]) },
      ...others,
    ],
  })
  const before = (await device.call('/api/parking/get_platform_param', {})).heartbeat_interval
  await device.call('/api/parking/update_platform_param', { heartbeat_interval: 30 })
  await device.call('/api/parking/update_event_param', {
    video_enabled: true,
    image_max_bytes: 700_000,
    osd_align: 1,
  })
  await device.call('/api/parking/update_schedule_param', {
    plans: [{ days: [6, 7], range: { start: '00:00:00', end: '23:59:59' }, type: 2 }],
  })

  // An invalid file is refused as a whole, with the place of each fault.
  const card = part(page, text.import.title)
  const alert = card.getByRole('alert')
  for (const [name, spoilt, says] of [
    ['half.json', content.slice(0, content.length / 2), errors.document_cut],
    ['newer.json', content.replace('"version": 1', '"version": 9'), errors.document_newer(9)],
    ['other.json', '{"cameras":[]}', errors.document_foreign],
    [
      'edited.json',
      content.replace(/"heartbeat_interval": ?\d+/, '"heartbeat_interval": 3'),
      errors.document_changed,
    ],
  ] as const) {
    await pick(page, name, spoilt)
    await expect(alert).toContainText(text.import.refused(name))
    await expect(alert).toContainText(says)
    if (name === 'edited.json') {
      await expect(alert).toContainText(
        `${text.sections.platform_param} › ${words.platform.fields.heartbeat_interval}`,
      )
      await expect(alert).toContainText(errors.too_small(5))
      expect.soft(await violations(page)).toEqual([])
    }
    await card.getByRole('button', { name: text.import.other_file }).click()
  }
  expect((await device.call('/api/parking/get_platform_param', {})).heartbeat_interval).toBe(30)

  // The valid file, first with a wrong passphrase.
  await counting('configuration')
  await pick(page, 'good.parking.json', content)
  await expect(card.getByText(text.import.secrets.locked)).toBeVisible()
  const unlock = card.getByLabel(text.export.passphrase, { exact: true })
  await counting()
  await unlock.fill('not this one at all')
  await card.getByRole('button', { name: text.import.unlock }).click()
  await expect(card.getByText(errors.passphrase_wrong)).toBeVisible()
  await counting('configuration')
  await unlock.fill(passphrase)
  await card.getByRole('button', { name: text.import.unlock }).click()
  await expect(card.getByText(text.import.secrets.opened)).toBeVisible()

  await counting()
  const line = (what: string | RegExp) => card.getByRole('listitem').filter({ hasText: what })
  await expect(line(words.platform.fields.heartbeat_interval)).toHaveText(
    new RegExp(`30 ${words.forms.units.s}.*${text.change.to} ${before} ${words.forms.units.s}`),
  )
  await expect(line(text.change.lot_shifted(first!.lot_no, 14))).toBeVisible()
  await expect(line(text.change.unplanned)).toHaveCount(2)
  await expect(card.getByText(text.import.read_only_says)).toBeVisible()
  expect.soft(await violations(page)).toEqual([])
  await card.getByRole('button', { name: text.import.close(text.sections.event_param) }).click()
  await expect(line(words.codes.osd_align.left)).toBeHidden()
  await card.getByRole('checkbox', { name: text.sections.schedule_param }).uncheck()

  // Another user saves meanwhile: nothing is applied, and the differences are shown again.
  await device.call('/api/parking/update_alg_param', { track_step: 9 })
  const apply = card.getByRole('button', { name: text.import.go })
  await apply.click()
  await expect(alert).toContainText(text.import.stale)
  expect((await device.call('/api/parking/get_platform_param', {})).heartbeat_interval).toBe(30)
  await card.getByRole('button', { name: text.import.again }).click()
  await expect(line(words.alg.fields.track_step.label)).toBeVisible()
  await card.getByRole('checkbox', { name: text.sections.schedule_param }).uncheck()
  await counting('configuration')
  await apply.click()
  const done = card.getByRole('status').filter({ hasText: text.import.done })
  await expect(done).toContainText(/import-\d{8}-\d{6}/)
  await expect(done.getByRole('link', { name: text.import.way_back })).toHaveAttribute(
    'href',
    '/system/operation',
  )
  expect.soft(await violations(page)).toEqual([])

  expect((await device.call('/api/parking/get_platform_param', {})).heartbeat_interval).toBe(before)
  expect((await device.call('/api/parking/get_schedule_param', {})).plans).toHaveLength(1)
  expect((await device.call('/api/camera/get_scenes', {})).list[0]?.lots[0]?.polygon).toEqual(first!.polygon)
  expect((await device.call('/api/system/list_snapshots', {})).list[0]).toMatchObject({ why: 'import' })
})

test.describe('tw', () => {
  test.use({ language: 'tw', viewport: { width: 390, height: 844 } })

  test('tw: on a phone, explains a refused file, and finds nothing to import in an equal one', async ({
    page,
    device,
    words,
  }) => {
    const text = words.config_document
    await page.goto('/business/params?tab=document')
    const card = part(page, text.import.title)
    await pick(page, '筆記.json', '[1, 2, 3]')
    await expect(card.getByRole('alert')).toContainText(words.errors.issues.document_foreign)
    await card.getByRole('button', { name: text.import.other_file }).click()
    const { content } = await device.call('/api/parking/export_document', {
      secrets: 'left_out',
      passphrase: '',
    })
    await pick(page, '設定.parking.json', content)
    await expect(card.getByText(text.import.nothing)).toBeVisible()
    await expect(card.getByText(text.import.secrets.left_out)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
