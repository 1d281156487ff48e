/**
 * The alarm centre: from the pill to the open alarms, what they cost, one press to the place of the remedy;
 * two users who acknowledge, a silence with an end, and the history by kind.
 */
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { violations } from '#e2e/measures/violations.ts'
import { expect, heading, test } from '../fixtures.ts'
import { failSignIns } from '../support/failed-sign-ins.ts'
import { signInAs } from '../support/sign-in-as.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true } })
test.describe.configure({ mode: 'serial' })

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowOf = (page: Page, words: Areas) =>
  part(page, words.alarms.open).getByRole('row').filter({ hasText: words.codes.alarm_kind.sign_in })
const pill = (page: Page, words: Areas) =>
  page.getByRole('banner').getByRole('link', { name: words.shell.open_alarms(1) })

/** Signed in before the attack, after which the device lets no one in from this address for a while. */
const others: { operator?: Page; viewer?: Page } = {}
test.beforeAll(async ({ browser, device }) => {
  others.operator = await signInAs(browser, device, 'operator', 'tw')
  others.viewer = await signInAs(browser, device, 'viewer', 'tw')
})
test.afterAll(async () => {
  for (const page of Object.values(others)) await page.context().close()
})

test('zh: the pill leads to the alarm, and one press to its cause', async ({ page, device, words }) => {
  const text = words.alarms
  await page.goto('/system/alarms')
  await expect(heading(page, words.shell.routes.system_alarms)).toBeVisible()
  await expect(part(page, text.open)).toContainText(text.empty)
  await expect(part(page, text.history)).toContainText(text.no_history)
  await failSignIns(device)
  await page.goto('/dashboard')
  await expect(pill(page, words)).toContainText(words.codes.alarm_kind.sign_in)
  await pill(page, words).click()
  const row = rowOf(page, words)
  await expect(row).toContainText(text.costs.none)
  await expect(row).toContainText(text.help.sign_in.todo)
  expect(await violations(page)).toEqual([])
  await row.getByRole('link', { name: text.help.sign_in.link }).click()
  await expect(page).toHaveURL(/\/system\/log\?type=2&text=127\.0\.0\.1/)
  const guess = words.log.says.sign_in_failed(words.log.anonymous, '127.0.0.1')
  await expect(page.getByText(guess).first()).toBeVisible()
})

test.describe('tw', () => {
  test.use({ language: 'tw' })
  test('tw: one of two users acknowledges, both see who; viewers look', async ({ page, words }) => {
    const text = words.alarms
    const name = words.codes.alarm_kind.sign_in
    const [operator, viewer] = [others.operator!, others.viewer!]
    for (const one of [page, operator, viewer]) {
      await one.goto('/system/alarms')
      await expect(rowOf(one, words)).toBeVisible()
    }
    const press = (one: Page) => rowOf(one, words).getByRole('button', { name: text.acknowledge_of(name) })
    await expect(press(viewer)).toHaveAccessibleDescription(text.role)
    await press(operator).click()
    await expect(rowOf(operator, words)).toContainText(text.acknowledged('operator'))
    await expect(operator.getByText(text.taken)).toBeVisible()
    // The page of the other user follows by itself.
    await expect(rowOf(page, words)).toContainText(text.acknowledged('operator'))
    await expect(pill(page, words)).not.toContainText(name)
    await rowOf(page, words)
      .getByRole('button', { name: text.show(name) })
      .click()
    await expect(part(page, text.open).getByText(/^operator，/)).toBeVisible()
  })

  test('tw: an alarm is silenced for four hours, and the silence is ended', async ({ page, words }) => {
    const text = words.alarms
    const name = words.codes.alarm_kind.sign_in
    await page.goto('/system/alarms')
    await rowOf(page, words)
      .getByRole('button', { name: text.silence_of(name) })
      .click()
    await page.getByRole('menuitem', { name: text.silence_for[240], exact: true }).click()
    const silences = part(page, text.silences)
    await expect(silences).toContainText(name)
    await expect(rowOf(page, words)).toContainText(text.silenced_until('').trim())
    await silences.getByRole('button', { name: text.end_silence_of(name) }).click()
    await expect(silences).toBeHidden()
    await expect(rowOf(page, words).getByRole('button', { name: text.silence_of(name) })).toBeVisible()
  })

  test('tw: past alarms are found by kind, and the filter is in the address', async ({ page, words }) => {
    const text = words.alarms
    await page.goto('/system/alarms?kind=disk')
    const past = part(page, text.history)
    await expect(past).toContainText(text.nothing)
    await expect(past.getByRole('combobox', { name: text.kind })).toHaveValue('disk')
    await past.getByRole('combobox', { name: text.kind }).selectOption(words.codes.alarm_kind.queue)
    await expect(page).toHaveURL(/kind=queue/)
    await past.getByRole('search').getByRole('button', { name: text.reset }).click()
    await expect(page).not.toHaveURL(/kind=/)
  })
})
