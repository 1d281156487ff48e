/** The trial of a model shows which recorded events it would have seen differently. */
import { floats, manifest, one_car } from '@parking/analysis/test/user-model/one-car-model.ts'
import { smallModel } from '@parking/server/test/models/small-model.ts'
import { violations } from '#e2e/measures/violations.ts'
import { reportEvents } from '#e2e/support/report-events.ts'
import { expect, test } from '#e2e/fixtures.ts'

// The test reports the event itself.
test.use({ stage: { on_street: 1, added: 1 } })

/** A model that sees one tiny car in a corner, and so none in any lot. */
const blindModel = () =>
  smallModel({
    graph: {
      constants: [{ ...one_car.constants[0]!, bytes: floats([0, 0, 4, 4, 0.8, 2, 0, 0, 1, 1, 0, 0]) }],
    },
    change: {
      name: 'blind',
      selfTest: { ...manifest.selfTest, boxes: [{ box: [0, 0, 4 / 64, 4 / 64], score: 0.8, label: 'car' }] },
    },
  })

test(
  'an entry that the new model would not have seen is shown with its picture, and leads to the event',
  { tag: '@tw' },
  async ({ page, device, world, words }) => {
    const text = words.models
    if (world.street.plates(0)[0]!.length === 0) world.street.arrive(0, 0)
    // After the lots were drawn: an earlier event would not be compared.
    const event_time = Date.now()
    const [uuid] = await reportEvents(device, world, [{ plate_number: '粤B12345', event_time }])
    await page.goto('/system/models')
    const name = 'blind.zip'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(await blindModel()) })
    await page.getByRole('button', { name: `${text.try} blind 1` }).click({ timeout: 60_000 })

    const card = page.getByRole('region', { name: text.card })
    // Before anything is judged, the card promises neither events nor their absence.
    await expect(card.getByText(text.card_states.running)).toBeVisible()
    await expect(card.getByText(text.none_recorded)).toHaveCount(0)
    await expect(card.getByText(text.card_states.done)).toBeVisible({ timeout: 90_000 })
    await expect(card.getByRole('heading', { name: text.recorded })).toBeVisible()
    await expect(card.getByText(text.recorded_different(1, 1))).toBeVisible()
    const event = card.getByRole('listitem').filter({ hasText: '粤B12345' })
    await expect(event).toContainText(
      `${text.running}：${text.seen.vehicle}；${text.candidate}：${text.seen.empty}`,
    )
    await expect(event.getByRole('img')).toHaveJSProperty('complete', true)

    await page.getByRole('button', { name: `${text.promote} blind 1` }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(text.verdict_says.worse)).toBeVisible()
    await expect(dialog).toContainText(`${text.running} 1 / 1，${text.candidate} 0 / 1`)
    await expect(dialog.getByLabel(text.promote_reason)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: words.shell.cancel }).click()
    expect(await violations(page)).toEqual([])
    await event.getByRole('link', { name: text.event }).click()
    await expect(page).toHaveURL(new RegExp(uuid!))
  },
)
