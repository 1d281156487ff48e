/** Rules of evidence: a pack takes effect at an event, at each camera, and before parameters are saved. */
import { expect, heading, test } from '#e2e/fixtures.ts'
import { reportEvents } from '#e2e/support/report-events.ts'
import { violations } from '#e2e/measures/violations.ts'

// The tests report the events themselves.
test.use({ stage: { on_street: 1, added: 1 } })
test.describe.configure({ mode: 'serial' })

test('a pack is chosen; an event, and parameters before they are saved, show which rules they break', async ({
  page,
  device,
  world,
  words,
}) => {
  const text = words.evidence_rules
  const [entry] = await reportEvents(device, world, [
    { plate_number: '粤B12345' },
    { plate_number: '粤B12346' },
  ])
  await page.goto('/business/evidence-rules')
  await expect(heading(page, words.shell.routes.business_evidence_rules)).toBeVisible()
  await expect(page.getByText(text.no_packs_says)).toBeVisible()
  await page.getByRole('checkbox', { name: text.use('GA/T 832-2014') }).check()
  const share = page.getByRole('region', { name: text.share, exact: true })
  await expect(share.getByRole('row').filter({ hasText: world.cameras[0]!.name })).toContainText('100%')
  expect(await violations(page)).toEqual([])

  await page.goto(`/business/data/parking?uuid=${entry}`)
  const rules = page.getByRole('list', { name: 'GA/T 832-2014' })
  await expect(rules).toContainText(text.limits.picture_pixels('1280×720'))
  await expect(rules.getByText(text.states.kept)).toHaveCount(1)
  await expect(rules.getByText(text.states.pending)).toHaveCount(2)

  await page.goto('/business/params?tab=event')
  const width = page.getByRole('textbox', { name: words.evidence.fields.image_width }).first()
  await width.fill('1024')
  await expect(page.getByRole('heading', { name: text.params(1) })).toBeVisible()
  await width.fill('1920')
  await expect(page.getByRole('heading', { name: text.params(1) })).toHaveCount(0)
})

test.describe('tw', () => {
  test.use({ language: 'tw' })
  test(
    'a custom pack is added as JSON; an invalid one is refused with its field',
    { tag: ['@tw'] },
    async ({ page, words }) => {
      const text = words.evidence_rules
      await page.goto('/business/evidence-rules')
      const json = page.getByRole('textbox', { name: text.text })
      await json.fill('{')
      await page.getByRole('button', { name: text.take, exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText(text.no_json)
      await page.getByRole('button', { name: text.example }).click()
      const typed = await json.inputValue()
      await json.fill(typed.replace('"min": 2', '"min": 0'))
      await page.getByRole('button', { name: text.take, exact: true }).click()
      await expect(page.getByRole('alert')).toContainText('rules.0.min')
      // The input is kept, so that it can be corrected.
      await expect(json).toHaveValue(/"min": 0/)
      await json.fill(typed)
      await page.getByRole('button', { name: text.take, exact: true }).click()
      await page.getByRole('checkbox', { name: text.use('本市') }).check()
      await expect(page.getByRole('button', { name: text.remove('本市') })).toBeVisible()
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: text.remove('本市') }).click()
      await page.getByRole('button', { name: text.remove_confirm, exact: true }).click()
      await expect(page.getByRole('checkbox', { name: text.use('本市') })).toHaveCount(0)
    },
  )
})
