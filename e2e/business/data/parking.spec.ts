/**
 * The parking event log (spec §3, §4): events of the street with pictures, search, and upload state.
 * Long because one device and its events serve all tests.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fillEvents } from '#bench/support/fill-events.ts'
import { openDatabase } from '@parking/server/core/db.ts'
import { root } from '#scripts/lib/root.mjs'
import { expect, heading, test } from '#e2e/fixtures.ts'
import { violations } from '#e2e/measures/violations.ts'

test.use({ stage: { on_street: 2, added: 2, analysis: true, platform: true } })
test.describe.configure({ mode: 'serial' })

const rows = (page: Page) => page.locator('tbody').getByRole('row')

test('says what to do next while there are no events', async ({ page, words }) => {
  await page.goto('/business/data/parking')
  await expect(heading(page, words.shell.routes.business_parking)).toBeVisible()
  await expect(page.getByRole('heading', { name: words.events.empty })).toBeVisible()
  await page.getByRole('link', { name: words.events.empty_go }).click()
  await expect(page).toHaveURL(/\/business\/sceneConfig$/)
})

test('lists an arriving car within seconds, delivered, with its pictures', async ({ page, world, words }) => {
  const plate = world.street.arrive(0, 1)
  const lot_no = world.street.lots(0)[1]?.lot_no ?? ''
  await page.goto('/business/data/parking')
  const row = rows(page).filter({ hasText: lot_no })
  await expect(row).toBeVisible()
  await expect(row).toContainText(words.codes.event_status.sent)
  await expect(row).toContainText(words.codes.event_type.entry)
  await row.getByRole('link').click()
  const detail = page.getByRole('dialog', { name: words.events.detail })
  await expect(detail).toContainText(plate)
  await expect(detail).toContainText(words.codes.event_status.sent)
  for (const kind of [words.events.kinds.image, words.events.kinds.car, words.events.kinds.plate]) {
    const picture = detail.getByRole('button', { name: words.events.open_picture(kind) }).locator('img')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  await expect(page).toHaveURL(/uuid=/)
  await detail.getByRole('button', { name: words.events.open_picture(words.events.kinds.image) }).click()
  await expect(page.getByRole('dialog', { name: words.events.viewer })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(page).not.toHaveURL(/uuid=/)
})

test('shows that the platform refused an event, with the reason', async ({ page, world, words }) => {
  await world.platform.setBehaviour('refuse')
  world.street.arrive(1, 0)
  const lot_no = world.street.lots(1)[0]?.lot_no ?? ''
  await page.goto('/business/data/parking?status=4')
  const row = rows(page).filter({ hasText: lot_no })
  await expect(row).toBeVisible()
  await expect(row).toContainText(words.codes.response_status.failure)
  await row.getByRole('link').click()
  await expect(
    page.getByRole('dialog', { name: words.events.detail }).getByRole('code').first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await world.platform.setBehaviour('accept')
  // The button is highlighted while refused events wait for it.
  const resume = page.getByRole('button', { name: words.resume.act, exact: true })
  await expect(resume).toHaveAttribute('data-variant', 'primary')
  await resume.click()
  await expect(page.getByText(words.resume.done(1))).toBeVisible()
  await expect(resume).toHaveAccessibleDescription(words.resume.nothing)
  await expect(resume).not.toHaveAttribute('data-variant', 'primary')
})

test.describe('with many', () => {
  test.beforeAll(async ({ device }) => {
    await device.stop()
    fillEvents(join(device.folder, 'data'), 90)
    await device.start()
  })

  test('filters narrow the list, are in the URL, and can be reset', async ({ page, device, words }) => {
    const total = (await device.call('/api/parking/parking_event', { page: 1, page_size: 1 })).total
    const skipped = (await device.call('/api/parking/parking_event', { page: 1, page_size: 1, status: 8 }))
      .total
    await page.goto('/business/data/parking')
    const pager = page.getByRole('navigation', { name: words.shell.pager.label })
    await expect(pager).toContainText(words.shell.pager.total(total))
    await page
      .getByRole('combobox', { name: words.events.status, exact: true })
      .selectOption({ label: words.codes.event_status.skipped })
    await expect(pager).toContainText(words.shell.pager.total(skipped))
    await expect(page).toHaveURL(/status=8/)
    await expect(rows(page)).toHaveCount(skipped)
    await page.getByRole('searchbox', { name: words.events.plate_number }).fill('粤B9')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/plate_number=/)
    await page.getByRole('button', { name: words.events.reset, exact: true }).first().click()
    await expect(pager).toContainText(words.shell.pager.total(total))
    await page.goBack()
    await expect(page).toHaveURL(/status=8/)
  })

  test(
    'says that nothing was found, with a button that clears the filters',
    { tag: '@tw' },
    async ({ page, words }) => {
      await page.goto('/business/data/parking?plate_number=ZZZZZZ')
      await expect(page.getByRole('heading', { name: words.events.nothing })).toBeVisible()
    },
  )

  test(
    'the filter "manually discarded" finds an event whose status has no name (spec §4)',
    { tag: '@tw' },
    async ({ page, device, words }) => {
      const db = openDatabase(join(device.folder, 'data/parking.db'), join(root, 'server/migrations'))
      const { uuid, lot_no } = db.get<{ uuid: string; lot_no: string }>(
        `SELECT uuid, lot_no FROM event JOIN place USING (place_id)
         WHERE status = 8 ORDER BY event_id LIMIT 1`,
      )!
      db.run('INSERT INTO event_move_rule VALUES (8, 42)')
      db.run('UPDATE event SET status = 42 WHERE uuid = ?', [uuid])
      db.close()
      const { manually_discarded } = words.codes.event_status
      await page.goto('/business/data/parking')
      await page
        .getByRole('combobox', { name: words.events.status, exact: true })
        .selectOption({ label: manually_discarded })
      await expect(page).toHaveURL(/status=9/)
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page).first()).toContainText(manually_discarded)
      await expect(rows(page).first()).toContainText(lot_no)
    },
  )

  test('pages both ways, even from the oldest, and keeps the page in the URL', async ({ page, words }) => {
    await page.goto('/business/data/parking')
    await expect(rows(page)).toHaveCount(20)
    const first = await rows(page).first().getByRole('link').textContent()
    await page.getByRole('button', { name: words.shell.pager.next }).click()
    await expect(page).toHaveURL(/cursor=older-/)
    await expect(rows(page).first().getByRole('link')).not.toHaveText(first ?? '')
    await expect(rows(page)).toHaveCount(20)
    await page.getByRole('button', { name: words.shell.pager.previous }).click()
    await expect(rows(page).first().getByRole('link')).toHaveText(first ?? '')
    await page.getByRole('button', { name: words.event_list.last_page }).click()
    await expect(page).toHaveURL(/cursor=last/)
    await expect(page.getByRole('button', { name: words.shell.pager.next })).toBeDisabled()
    await page.getByRole('button', { name: words.event_list.first_page }).click()
    await expect(page).not.toHaveURL(/cursor=/)
    await page
      .getByRole('combobox', { name: words.shell.pager.page_size })
      .selectOption({ label: words.shell.pager.size(100) })
    await expect(page).toHaveURL(/page_size=100/)
    await expect.poll(() => rows(page).count()).toBeGreaterThan(90)
  })

  test('remembers chosen columns; the picture wall shows the same events and opens them by keyboard', async ({
    page,
    words,
  }) => {
    const text = words.event_list
    await page.goto('/business/data/parking')
    await page.getByRole('button', { name: text.columns }).click()
    const choice = page.getByRole('dialog', { name: text.columns })
    await expect(
      choice.getByRole('checkbox', { name: words.events.plate_number, exact: true }),
    ).toBeDisabled()
    await choice.getByRole('checkbox', { name: words.events.camera_name, exact: true }).uncheck()
    await choice.getByRole('checkbox', { name: words.events.confidence, exact: true }).check()
    await page.keyboard.press('Escape')
    const head = page.getByRole('columnheader')
    await expect(head.filter({ hasText: words.events.confidence })).toBeVisible()
    await page.reload()
    await expect(head.filter({ hasText: words.events.confidence })).toBeVisible()
    await expect(head.filter({ hasText: words.events.camera_name })).toHaveCount(0)
    await page.getByRole('button', { name: text.columns }).click()
    await choice.getByRole('button', { name: text.columns_reset }).click()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: text.view_wall }).click()
    await expect(page).toHaveURL(/view=wall/)
    const cards = page.locator('main li').filter({ has: page.locator('a') })
    await expect(cards).toHaveCount(20)
    await expect(cards.first().getByText(text.no_picture).or(cards.first().locator('img'))).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('checkbox', { name: words.events.choose_all }).check()
    await expect(page.getByRole('region', { name: words.events.chosen_bar })).toContainText(
      words.events.chosen(20),
    )
    await cards.nth(1).getByRole('link').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: words.events.detail })).toBeVisible()
  })

  test('finds a misread plate by look-alike characters', async ({ page, words }) => {
    await page.goto('/business/data/parking?plate_number=%E7%B2%B58I')
    await expect(page.getByRole('heading', { name: words.events.nothing })).toBeVisible()
    await page.getByRole('button', { name: words.event_list.plate_similar }).click()
    await expect(page).toHaveURL(/plate_like=1/)
    await expect(rows(page).first()).toContainText('粤B')
  })

  test('selects and resends all filtered events, skips discarded ones', async ({ page, device, words }) => {
    const text = words.event_list
    const skipped = (await device.call('/api/parking/parking_event', { page: 1, page_size: 1, status: 8 }))
      .total
    await page.goto('/business/data/parking?status=8')
    await rows(page).first().getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: words.events.chosen_bar })
    await bar.getByRole('button', { name: text.choose_matching(skipped) }).click()
    await expect(bar).toContainText(words.events.chosen(skipped))
    await bar.getByRole('button', { name: text.resend }).click()
    await page
      .getByRole('alertdialog', { name: text.resend_ask(skipped) })
      .getByRole('button', { name: text.resend, exact: true })
      .click()
    await expect(page.getByText(text.resent(skipped, 0))).toBeVisible()
    await expect(bar).toBeHidden()
    await page.goto('/business/data/parking?status=3')
    await rows(page).first().getByRole('checkbox').check()
    await bar.getByRole('button', { name: text.resend }).click()
    const question = page.getByRole('alertdialog', { name: text.resend_ask(1) })
    await expect(question).toContainText(text.resend_discarded(1))
    await question.getByRole('button', { name: text.resend, exact: true }).click()
    await expect(page.getByText(text.resent(0, 1))).toBeVisible()
  })

  test("exports a table in the page's language, or with pictures; an empty list exports nothing", async ({
    page,
    device,
    words,
  }) => {
    const text = words.event_list
    await page.goto('/business/data/parking?plate_number=ZZZZZZ')
    await expect(page.getByRole('button', { name: text.export, exact: true })).toHaveAccessibleDescription(
      text.export_nothing,
    )
    const sent = (await device.call('/api/parking/parking_event', { page: 1, page_size: 1, status: 2 })).total
    await page.goto('/business/data/parking?status=2')
    await expect(rows(page).first()).toBeVisible()
    await page.getByRole('button', { name: text.export, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: text.export_title })
    await expect(dialog).toContainText(text.export_filtered(text.total(sent)))
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: text.export_run }).click(),
    ])
    expect(table.suggestedFilename()).toMatch(/^parking-events-[\d-]+\.csv$/)
    const lines = (await readFile(await table.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(sent + 1)
    expect(lines[0]).toContain(`"${words.events.event_time_str}"`)
    expect(lines[1]).toContain(`"${words.codes.event_status.sent}"`)
    await dialog.getByRole('radio', { name: text.export_zip }).check()
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: text.export_run }).click(),
    ])
    expect(zip.suggestedFilename()).toMatch(/\.zip$/)
    // The server's tests cover its content and hashes.
    const names = (await readFile(await zip.path())).toString('latin1')
    for (const name of ['events.csv', 'pictures/', 'manifest.json']) expect(names).toContain(name)
  })

  test('announces new events above the list while the user reads', async ({ page, world, words }) => {
    await page.goto('/business/data/parking')
    await expect(rows(page)).toHaveCount(20)
    const first = await rows(page).first().textContent()
    world.street.arrive(1, 2)
    const pill = page.getByRole('button', { name: words.events.fresh(1) })
    await expect(pill).toBeVisible()
    expect(await rows(page).first().textContent()).toContain(first?.slice(0, 19))
    await pill.click()
    await expect(rows(page).first()).toContainText(world.street.lots(1)[2]?.lot_no ?? '')
  })

  test.describe('tw on a phone', () => {
    test.use({ language: 'tw', viewport: { width: 390, height: 844 }, hasTouch: true })

    test('the wall fits; while the connection is lost, its content stays and is marked', async ({
      page,
      device,
      allow,
      words,
    }) => {
      allow(/ERR_|Failed to load resource|fetch/, 'the server is stopped on purpose')
      await page.goto('/business/data/parking?view=wall')
      const cards = page.locator('main li').filter({ has: page.locator('a') })
      await expect(cards).toHaveCount(20)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await device.stop()
      await page.getByRole('button', { name: words.events.refresh, exact: true }).click()
      await expect(
        page.getByRole('status').filter({ hasText: words.shell.stale('').slice(0, 4) }),
      ).toBeVisible()
      await expect(cards).toHaveCount(20)
      await page.getByRole('button', { name: words.event_list.export, exact: true }).click()
      await page
        .getByRole('dialog', { name: words.event_list.export_title })
        .getByRole('button', { name: words.event_list.export_run })
        .click()
      await expect(
        page
          .getByRole('dialog', { name: words.event_list.export_title })
          .getByRole('button', { name: words.event_list.export_run }),
      ).toBeVisible()
      await device.start()
    })
  })
})
