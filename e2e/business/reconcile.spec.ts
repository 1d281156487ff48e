/**
 * Reconciliation with the platform: an export with certain faults yields exactly the matching findings.
 * Long because files, workbooks and statements share a device.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { root } from '#scripts/lib/root.mjs'
import { expect, heading, test } from '#e2e/fixtures.ts'
import { asRole } from '#e2e/support/as-role.ts'
import { reportEvents } from '#e2e/support/report-events.ts'
import { violations } from '#e2e/measures/violations.ts'

const env = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'e2e/support/shifted-clock.mjs')).href}`,
}
// The tests report the events themselves.
test.use({ stage: { on_street: 1, added: 1, platform: true, env } })
test.describe.configure({ mode: 'serial' })

const choose = async (page: Page, name: string, pick: string, text: string | Buffer) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: pick }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

test('lists missing, duplicate, different and unknown events, and sends the missing event again', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.reconcile
  const { total } = await device.call('/api/parking/parking_event', { page: 1, page_size: 1 })
  const uuids = await reportEvents(device, world, [
    { plate_number: '粤B11111' },
    { plate_number: '粤B22222' },
    { plate_number: '粤B33333' },
  ])
  const detail = (uuid: string) => device.call('/api/parking/parking_event_detail', { uuid })
  await expect
    .poll(async () => (await Promise.all(uuids.map(detail))).every((one) => one.status === 2))
    .toBe(true)
  const events = await Promise.all(uuids.map(detail))
  const [, second, third] = events
  const line = (one: typeof second, plate = one!.plate_number) =>
    `${one!.uuid};${one!.event_time_str};${words.codes.event_type.entry};${one!.lot_no};${plate}`
  const csv = [
    'UUID;Time;Type;Lot;Plate',
    // The first event is missing, the second is listed twice, the third has another plate.
    line(second),
    line(second),
    line(third, '粤B33338'),
    line({ ...third!, uuid: '0190a1b2-0000-7000-8000-000000000001', lot_no: 'Z99' }),
    `0190a1b2-0000-7000-8000-000000000002;not a time;${words.codes.event_type.entry};A01;粤B1`,
  ].join('\r\n')
  await page.goto('/business/reconcile')
  await expect(heading(page, words.shell.routes.business_reconcile)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await choose(page, 'export.csv', text.pick, csv)
  await expect(page.getByRole('combobox', { name: text.columns.uuid })).toHaveValue('UUID')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: text.compare }).click()
  await expect(page.getByText(text.fault.time(6, 'not a time'))).toBeVisible()
  // Every row of the file is in one term of its sum.
  const sum = page.getByRole('region', { name: text.file_rows(5), exact: true })
  await expect(sum.getByRole('listitem')).toHaveText(
    (['equal', 'different', 'double', 'unknown', 'unreadable'] as const).map(
      (term) => `${text.file_terms[term]} 1`,
    ),
  )
  const part = (kind: keyof typeof text.kinds, n: number) =>
    page.getByRole('region', { name: `${text.kinds[kind]} · ${n}`, exact: true })
  await expect(part('double', 1)).toContainText(text.lines([2, 3]))
  await expect(part('different', 1)).toContainText(text.differ([text.fields.plate_number]))
  await expect(part('unknown', 1)).toContainText('Z99')
  const missing = page.getByRole('region').filter({ has: page.getByText(text.kind_says.missing) })
  await expect(missing.last()).toContainText(events[0]!.event_time_str)
  expect(await violations(page)).toEqual([])
  const before = events[0]!.count_tried
  await missing
    .last()
    .getByRole('button', { name: text.resend(total + 1) })
    .click()
  await expect(page.getByText(text.resent(total + 1, 0))).toBeVisible()
  await expect.poll(async () => (await detail(uuids[0]!)).count_tried).toBeGreaterThan(before)

  // The next file with this header needs no mapping.
  await page.getByRole('button', { name: text.another }).click()
  await choose(page, 'again.csv', text.pick, csv)
  await expect(page.getByRole('combobox', { name: text.columns.lot_no })).toHaveValue('Lot')
  await page.getByRole('combobox', { name: text.columns.time }).selectOption('')
  const start = page.getByRole('button', { name: text.compare })
  await expect(start).toHaveAccessibleDescription(text.needs_time)

  // A column that holds no types is refused, and a file of another device sends nothing again.
  await page.getByRole('button', { name: text.another }).click()
  const other = Array.from({ length: 60 }, (_, n) =>
    line(
      { ...second!, uuid: `0190a1b2-0000-7000-8000-${String(100 + n).padStart(12, '0')}` },
      `粤C${n + 10000}`,
    ),
  )
  await choose(page, 'other.csv', text.pick, ['UUID;Time;Type;Lot;Plate', ...other].join('\n'))
  const type = page.getByRole('combobox', { name: text.columns.event_type })
  await type.selectOption('Plate')
  await expect(start).toHaveAccessibleDescription(text.many_words)
  await type.selectOption('Type')
  await start.click()
  await expect(page.getByText(text.foreign)).toBeVisible()
  await expect(missing.last()).toContainText(events[0]!.event_time_str)
  await expect(missing.last().getByRole('button')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

test('refuses a file that is no table, and a user who may not compare', async ({ page, device, words }) => {
  const text = words.reconcile
  await page.goto('/business/reconcile')
  await choose(page, 'picture.csv', text.pick, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))
  await expect(page.getByRole('alert').filter({ hasText: text.wrong.no_table })).toBeVisible()
  await choose(page, 'export.xlsx', text.pick, Buffer.from('PK\u0003\u0004workbook'))
  await expect(page.getByRole('alert').filter({ hasText: text.wrong.damaged })).toBeVisible()
  await asRole(device, 'viewer', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: text.role })).toBeVisible()
  })
})

for (const language of ['zh', 'tw'] as const)
  test.describe(`a workbook (${language})`, () => {
    test.use({ language })

    test(
      'has several sheets, of which one is compared, and rows that are not shown',
      { tag: language === 'tw' ? ['@tw'] : [] },
      async ({ page, words }) => {
        const text = words.reconcile
        await page.goto('/business/reconcile')
        const workbooks = join(root, 'console/test/reconcile/workbooks')
        await choose(page, 'a.xlsx', text.pick, readFileSync(join(workbooks, 'xlsx-populate-password.xlsx')))
        await expect(page.getByRole('alert').filter({ hasText: text.wrong.password })).toBeVisible()
        await choose(page, 'b.xlsx', text.pick, readFileSync(join(workbooks, 'xlsxwriter-inline.xlsx')))
        const sheet = page.getByRole('combobox', { name: text.sheet })
        await expect(sheet.getByRole('option')).toHaveText([
          text.sheet_option('11-23', 1, 4),
          text.sheet_option('11-22', 2, 1),
        ])
        await expect(sheet).toHaveAccessibleDescription(text.other_sheets(1))
        await expect(page.getByText(text.hidden_rows(1))).toBeVisible()
        expect(await violations(page)).toEqual([])
        await sheet.selectOption(text.sheet_option('11-22', 2, 1))
        await expect(sheet).toHaveAccessibleDescription(text.other_sheets(4))
        await expect(page.getByText(text.hidden_rows(1))).toBeHidden()
        await sheet.selectOption(text.sheet_option('11-23', 1, 4))
        await expect(page.getByRole('combobox', { name: text.columns.exit_time })).toHaveValue('出场时间')
        const zone = page.getByRole('combobox', { name: text.zone })
        await zone.selectOption(text.zone_device)
        await page.getByRole('button', { name: text.compare }).click()
        const sum = page.getByRole('region', { name: text.file_halves(8), exact: true })
        await expect(sum).toContainText(text.count(text.file_terms.without_exit, 1))
        await expect(sum).toContainText(text.count(text.file_terms.unknown, 7))
      },
    )
  })

test.describe('daily statements', () => {
  test.use({ language: 'tw' })

  test(
    'a past day has a statement: its counts, a signed file that the verifier accepts, and a table',
    { tag: '@tw' },
    async ({ page, device, world, words, browser }) => {
      const text = words.reconcile.statements
      const day_ms = 86_400_000
      const clock = join(device.folder, 'clock')
      // The day before yesterday on the box: its clock runs two days behind.
      await device.stop()
      writeFileSync(clock, String(-2 * day_ms))
      await device.start()
      const time = Date.now() - 2 * day_ms
      const [uuid] = await reportEvents(device, world, [
        { plate_number: '粤B44444', event_time: time - 60_000 },
        { plate_number: '粤B55555', event_time: time - 30_000 },
      ])
      // A dossier is made once the evidence log has recorded everything.
      await device.call('/api/parking/export_dossier', { uuid: uuid!, language: 'zh' })
      await device.stop()
      rmSync(clock)
      await device.start()
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(time - 60_000)

      await page.goto('/business/reconcile')
      const part = page.getByRole('region', { name: text.title })
      const row = part.getByRole('row').filter({ hasText: day })
      await expect(async () => {
        await page.reload()
        await expect(row).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await expect(row).toContainText(text.count(words.codes.event_type.entry, 2))
      expect(await violations(page)).toEqual([])
      const save = async (format: 'json' | 'csv') => {
        const download = page.waitForEvent('download')
        await row.getByRole('button', { name: text.save(day, text.formats[format]) }).click()
        return readFileSync(await (await download).path())
      }
      const table = (await save('csv')).toString()
      expect(table).toContain(`"${text.rows.event}","${day}","${words.codes.event_type.entry}"`)
      expect(table).toContain(uuid)
      const signed = await save('json')

      // The page of the verifier, opened from the disk.
      const context = await browser.newContext({ locale: 'zh-TW' })
      const verifier = await context.newPage()
      await verifier.goto(pathToFileURL(join(root, 'verifier/dist/parking-verify.html')).href)
      const choose = (text_of: string) =>
        verifier
          .getByLabel('選擇取證檔案或每日清單')
          .setInputFiles({ name: 's.json', mimeType: 'application/json', buffer: Buffer.from(text_of) })
      await choose(signed.toString())
      await expect(verifier.getByRole('status')).toContainText('內容未遭更動')
      await expect(verifier.getByText(new RegExp(`第 \\d+ 份，${day}`))).toBeVisible()
      expect(await violations(verifier)).toEqual([])
      await choose(signed.toString().replace('\\"total\\":2', '\\"total\\":1'))
      await expect(verifier.getByText('每日清單寫明 1 個事件，實際列出 2 個')).toBeVisible()
      await context.close()
    },
  )
})
