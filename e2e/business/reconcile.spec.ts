/** Agreement with the platform: an export with exactly these faults shows exactly these findings. */
import type { Page } from '@playwright/test'
import { expect, heading, test } from '#e2e/fixtures.ts'
import { asRole } from '#e2e/support/as-role.ts'
import { reportEvents } from '#e2e/support/report-events.ts'
import { violations } from '#e2e/measures/violations.ts'

// The tests report the events themselves.
test.use({ stage: { on_street: 1, added: 1, platform: true, env: { PARKING_APP: '' } } })
test.describe.configure({ mode: 'serial' })

const choose = async (page: Page, name: string, pick: string, text: string | Buffer) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: pick }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

for (const language of ['zh', 'tw'] as const) {
  test.describe(language, () => {
    test.use({ language })
    const tag = language === 'tw' ? ['@tw'] : []

    test(
      'names what is missing, double, different and unknown, and sends the missing event again',
      { tag },
      async ({ page, device, world, words }) => {
        const text = words.reconcile
        // Those of the test in the other language are missing in this export too.
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
          // The first event is missing, the second is there twice, the third has another plate.
          line(second),
          line(second),
          line(third, '粤B33338'),
          line({ ...third!, uuid: '0190a1b2-0000-7000-8000-000000000001', lot_no: 'Z99' }),
          `${third!.uuid};not a time;${words.codes.event_type.entry};A01;粤B1`,
        ].join('\r\n')
        await page.goto('/business/reconcile')
        await expect(heading(page, words.shell.routes.business_reconcile)).toBeVisible()
        expect(await violations(page)).toEqual([])
        await choose(page, 'export.csv', text.pick, csv)
        await expect(page.getByRole('combobox', { name: text.columns.uuid })).toHaveValue('UUID')
        expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: text.compare }).click()
        await expect(page.getByText(text.fault.time(6, 'not a time'))).toBeVisible()
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
      },
    )
  })
}

test('a file that is no table, and a user who may not compare', async ({ page, device, words }) => {
  const text = words.reconcile
  await page.goto('/business/reconcile')
  await choose(page, 'picture.csv', text.pick, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))
  await expect(page.getByRole('alert').filter({ hasText: text.wrong.no_table })).toBeVisible()
  await asRole(device, 'viewer', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: text.role })).toBeVisible()
  })
})
