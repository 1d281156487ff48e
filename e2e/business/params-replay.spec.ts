/** What-if: other algorithm parameters are tried on recorded looks before they are saved. */
import { expect, test } from '#e2e/fixtures.ts'
import { recordVisits } from './params/record-frames.ts'
import { violations } from '#e2e/measures/violations.ts'

// The test delivers the recording itself.
test.use({ stage: { on_street: 1, added: 1 } })

test(
  'lists the events that a longer merge time would not report, with pictures',
  { tag: '@tw' },
  async ({ page, device, world, words }) => {
    const [text, alg] = [words.replay, words.alg]
    await page.goto('/business/params?tab=alg')
    await page.getByRole('button', { name: text.try, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: text.title })
    await expect(dialog).toContainText(text.nothing)
    await expect(dialog.getByRole('button', { name: text.start })).toBeDisabled()
    await page.keyboard.press('Escape')
    await recordVisits(device, world)
    const merge = page.getByRole('textbox', { name: alg.fields.merge_seconds.label, exact: true })
    await merge.fill('20')
    await page.getByRole('button', { name: text.try, exact: true }).click()
    // The program of the simulated street learns no calibration, and reports that.
    await expect(dialog.getByLabel(text.calibration)).toHaveValue('recorded')
    await expect(dialog).toContainText(text.calibration_missing)
    await expect(dialog.getByRole('option', { name: text.calibrations.factory })).toHaveAttribute('disabled')
    await dialog.getByRole('button', { name: text.start }).click()
    await expect(dialog).toContainText(`${text.fewer(2)}，${text.differ(2)}`)
    await expect(dialog).toContainText(text.reproduced(4, 4))
    await expect(dialog.getByText(text.changes.gone)).toHaveCount(2)
    await expect(dialog.getByRole('img')).toHaveCount(2)
    await expect(dialog.getByRole('button', { name: text.again })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    // Nothing was saved, and the input is kept.
    await expect(merge).toHaveValue('20')
    const saved = await device.call('/api/parking/get_alg_param', {})
    expect(saved.merge_seconds).toBe(5)
  },
)
