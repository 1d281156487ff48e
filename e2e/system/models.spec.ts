/** Models that a user uploads, on a real device with a camera: refusals, check, trial, use and rollback. */
import { smallModel } from '@parking/server/test/models/small-model.ts'
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1, added: 1, analysis: true } })
test.describe.configure({ mode: 'serial' })

const fileOf = (zip: Uint8Array, name = 'one-car.zip') => ({
  name,
  mimeType: 'application/zip',
  buffer: Buffer.from(zip),
})

test('a hostile archive and a wrong hash are refused, with reasons', async ({ page, words }) => {
  const text = words.models
  await page.goto('/system/models')
  await expect(heading(page, words.shell.routes.system_models)).toBeVisible()
  await expect(page.getByText(text.empty, { exact: true })).toBeVisible()
  const file = page.locator('input[type=file]')
  await file.setInputFiles(fileOf(await smallModel({ files: { '../evil.sh': Buffer.from('x') } })))
  await expect(page.getByRole('alert')).toContainText(`one-car.zip：${text.archive.zip_path}`)
  await file.setInputFiles(fileOf(await smallModel({ change: { version: 'x', sha256: 'a'.repeat(64) } })))
  await expect(page.getByText(text.reasons.hash)).toBeVisible()
  await expect(page.getByRole('row', { name: 'one car x' })).toContainText('one-car.zip')
  await expect(page.getByText(text.shipped, { exact: true })).toBeVisible()
})

test(
  'a model is compared with the shipped one, used, and rolled back',
  { tag: '@tw' },
  async ({ page, words }) => {
    const text = words.models
    const version = '1'
    await page.goto('/system/models')
    await page
      .locator('input[type=file]')
      .setInputFiles(fileOf(await smallModel({ change: { version, licence: 'AGPL-3.0' } })))
    const row = page.getByRole('row', { name: `one car ${version}` }).first()
    await expect(row.getByText(text.states.checked)).toBeVisible()
    await expect(row.getByText(text.agpl)).toBeVisible()

    const use = page.getByRole('button', { name: `${text.promote} one car ${version}` })
    await expect(use).toHaveAccessibleDescription(text.try_first)
    await page.getByRole('button', { name: `${text.try} one car ${version}` }).click()
    const card = page.getByRole('region', { name: text.card })
    await expect(card.getByText(text.card_states.done)).toBeVisible({ timeout: 60_000 })
    await expect(card.getByText(text.card_progress(3, 3))).toBeVisible()
    await expect(card.getByText(/ ms，/)).toBeVisible()

    await use.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(text.agpl_says)).toBeVisible()
    await expect(dialog.getByText(text.verdict_says.unknown)).toBeVisible()
    await dialog.getByRole('button', { name: text.agree }).click()
    await expect(dialog.getByRole('alert')).toHaveText(text.promote_reason_missing)
    await dialog.getByLabel(text.promote_reason).fill('只在车间试过')
    await dialog.getByRole('button', { name: text.agree }).click()
    await expect(row.getByText(text.in_use)).toBeVisible()
    await expect(page.getByText(text.reason_given('只在车间试过'))).toBeVisible()
    await expect(page.getByText(text.works.none)).toBeVisible()

    await page.getByRole('button', { name: text.roll_back_shipped }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: text.roll_back_shipped }).click()
    await expect(row.getByText(text.in_use)).toBeHidden()
    await expect(page.getByText(text.shipped, { exact: true }).first()).toBeVisible()
  },
)
