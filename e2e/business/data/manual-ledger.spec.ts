/** The ledger of checks: each decision is listed with user, time, and both plates, and can be undone. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { event_status } from '@parking/contract'
import { isSampled } from '@parking/server/checks/second-review.store.ts'
import { openDatabase } from '@parking/server/core/db.ts'
import type { World } from '@parking/sim/world.ts'
import { expect, test } from '#e2e/fixtures.ts'
import type { Device } from '#e2e/support/device.ts'
import { asRole } from '#e2e/support/as-role.ts'
import { reportEvents, unsure } from '#e2e/support/report-events.ts'
import { violations } from '#e2e/measures/violations.ts'
import { root } from '#scripts/lib/root.mjs'

// The tests report the events themselves.
test.use({ stage: { on_street: 1, added: 1, platform: true } })
test.describe.configure({ mode: 'serial' })

const ledger = '/business/data/manual?tab=ledger'
const rows = (page: Page) => page.locator('tbody').getByRole('row')

/** Makes another user the author of a check. No call does that, so it is written into the database. */
function decidedBy({ folder }: Device, plate: string, username: string): void {
  const db = openDatabase(join(folder, 'data/parking.db'), join(root, 'server/migrations'))
  db.run('UPDATE check_ledger SET checked_by = ? WHERE plate_before = ?', [username, plate])
  db.run('UPDATE event_check SET checked_by = ? WHERE plate_before = ?', [username, plate])
  db.close()
}

/** Reports events that wait for a check. */
async function report(device: Device, world: World, plates: readonly string[]): Promise<string[]> {
  const uuids = await reportEvents(
    device,
    world,
    plates.map((plate_number) => ({ plate_number, ...unsure })),
  )
  await expect
    .poll(async () => {
      const found = uuids.map((uuid) => device.call('/api/parking/parking_event_detail', { uuid }))
      return (await Promise.all(found)).every(({ status }) => status === event_status.skipped)
    })
    .toBe(true)
  return uuids
}

test('several confirmations are listed, one is undone, and the undo is listed too', async ({
  page,
  device,
  world,
  words,
}) => {
  const [desk, text] = [words.checks, words.check_ledger]
  await page.goto(ledger)
  await expect(page.getByRole('heading', { name: text.empty })).toBeVisible()
  await report(device, world, ['粤B10001', '粤B10002', '粤B10003'])
  await page.getByRole('tab', { name: new RegExp(desk.check) }).click()
  const event = page.getByRole('group', { name: desk.queue })
  await expect(event.getByRole('img', { name: '粤B10001', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(event.getByRole('img', { name: '粤B10002', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(event.getByRole('img', { name: '粤B10003', exact: true })).toBeVisible()
  await page.keyboard.press('e')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('粤B10009')
  await page.keyboard.press('Enter')
  await expect(page.getByText(desk.all_saved)).toBeVisible()

  await page.getByRole('tab', { name: text.tab }).click()
  await expect(rows(page)).toHaveCount(3)
  const corrected = rows(page).filter({ hasText: text.verdicts.corrected })
  await expect(corrected).toContainText('admin')
  await expect(corrected).toContainText('10003')
  await expect(corrected).toContainText('10009')
  await expect(corrected).toContainText(words.codes.event_status.skipped)
  expect(await violations(page)).toEqual([])

  await corrected.getByRole('button', { name: new RegExp(`^${text.undo}`) }).click()
  const question = page.getByRole('alertdialog', { name: text.undo_title })
  await question.getByRole('button', { name: words.shell.cancel, exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  await corrected.getByRole('button', { name: new RegExp(`^${text.undo}`) }).click()
  await question.getByRole('button', { name: text.undo, exact: true }).click()
  await expect(page.getByText(text.undone, { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).first()).toContainText(text.verdicts.undone)
  await expect(corrected).toContainText(text.taken_back)
  await expect(corrected.getByRole('button')).toHaveCount(0)
  // The event waits for a check again, with the plate that was read.
  await page.getByRole('tab', { name: new RegExp(desk.check) }).click()
  await expect(event.getByRole('img', { name: '粤B10003', exact: true })).toBeVisible()
})

test(
  'the ledger is filtered by plate and user; others see the decisions, an administrator may undo them',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const text = words.check_ledger
    await page.goto(ledger)
    await page.getByRole('searchbox', { name: text.plate }).fill('b10009')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/plate_number=b10009/)
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('searchbox', { name: text.plate }).fill('XX')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: text.nothing })).toBeVisible()
    await page.getByRole('button', { name: words.events.reset }).last().click()
    await page.getByRole('combobox', { name: text.username }).selectOption('admin')
    await expect(rows(page)).toHaveCount(4)
    decidedBy(device, '粤B10001', 'wang')
    await page.goto(ledger)
    const confirmed = rows(page).filter({ hasText: '10001' })
    await expect(confirmed).toContainText('wang')
    await asRole(device, 'operator', async () => {
      await page.reload()
      const undo = confirmed.getByRole('button')
      await expect(undo).toHaveAttribute('aria-disabled', 'true')
      await expect(undo).toHaveAccessibleDescription(text.why.not_yours)
    })
    await page.reload()
    await confirmed.getByRole('button').click()
    await page
      .getByRole('alertdialog', { name: text.undo_title })
      .getByRole('button', { name: text.undo, exact: true })
      .click()
    await expect(confirmed.filter({ hasText: 'wang' })).toContainText(text.taken_back_by('admin'))
    await expect(page.getByRole('combobox', { name: text.username })).toContainText('wang')
    // The event is one link away.
    await confirmed.getByRole('link').first().click()
    await expect(page.getByRole('dialog', { name: words.events.detail })).toContainText('10001')
  },
)

test(
  'a sampled check is reviewed by another user, who does not see the first verdict; disagreements are listed',
  { tag: '@tw' },
  async ({ page, device, world, words }) => {
    const [desk, text] = [words.checks, words.check_ledger]
    let uuid = randomUUID()
    while (isSampled(uuid) === 0) uuid = randomUUID()
    await reportEvents(device, world, [{ plate_number: '粤B2O345', uuid, ...unsure }])
    const said = { verdict: 'corrected', plate_number: '粤B20345', seen_checks: 0 } as const
    await device.call('/api/parking/check_parking_event', { uuid, ...said })
    decidedBy(device, '粤B2O345', 'wang')
    await page.goto('/business/data/manual?tab=check&why=second_review')
    const event = page.getByRole('group', { name: desk.queue })
    await expect(event.getByRole('img', { name: '粤B2O345', exact: true })).toBeVisible()
    await expect(event.getByText(desk.why_says.second_review)).toBeVisible()
    await expect(event.getByText(desk.history)).toHaveCount(0)
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await expect(page.getByText(desk.all_saved)).toBeVisible()
    await page.goto(ledger)
    await page.getByRole('combobox', { name: text.kind }).selectOption(text.disagreed)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(text.first('wang', text.verdicts.corrected, '粤B20345'))
    expect(await violations(page)).toEqual([])

    // Once undone, it is no longer a disagreement; the check comes up again, for this user as well.
    await rows(page).getByRole('button').click()
    const question = page.getByRole('alertdialog', { name: text.undo_title })
    await expect(question).toContainText(text.undo_review_says)
    await question.getByRole('button', { name: text.undo, exact: true }).click()
    await expect(page.getByText(text.undone_review)).toBeVisible()
    await expect(page.getByRole('heading', { name: text.nothing })).toBeVisible()
    await page.goto('/business/data/manual?tab=check&why=second_review')
    await expect(event.getByRole('img', { name: '粤B2O345', exact: true })).toBeVisible()
    // At the desk one key undoes a review, like any other decision.
    await page.keyboard.press('Enter')
    await expect(page.getByText(desk.all_saved)).toBeVisible()
    await page.keyboard.press('z')
    await expect(event.getByRole('img', { name: '粤B2O345', exact: true })).toBeVisible()
    const newest = async () => (await device.call('/api/parking/check_ledger', { page_size: 1 })).list[0]
    await expect.poll(async () => (await newest())?.verdict).toBe('undone')
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the entries are cards without overflow, and undo is within reach', async ({ page, words }) => {
    await page.goto(ledger)
    await expect(rows(page).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const confirmed = rows(page).filter({ hasText: '10002' })
    await confirmed.getByRole('button', { name: new RegExp(`^${words.check_ledger.undo}`) }).click()
    await page
      .getByRole('alertdialog', { name: words.check_ledger.undo_title })
      .getByRole('button', { name: words.check_ledger.undo, exact: true })
      .click()
    await expect(confirmed.first()).toContainText(words.check_ledger.verdicts.undone)
  })
})
