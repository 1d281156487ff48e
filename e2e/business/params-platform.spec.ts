/**
 * The platform tab (spec §3 `platform_param`, §5 "JSON format error"): tests of unsaved URLs with request,
 * answer and failed step; the heartbeat; JSON with its faulty line.
 */
import type { Page } from '@playwright/test'
import { app_secret } from '@parking/sim/world.ts'
import type { Areas } from '@parking/console/locales/areas.ts'
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1, added: 1, platform: true } })
test.describe.configure({ mode: 'serial' })

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tryIt = (page: Page, { platform: text }: Areas, name: keyof Areas['platform']['fields']) =>
  page.getByRole('button', { name: `${text.test} ${text.fields[name]}`, exact: true }).click()
const result = (page: Page, { platform: text }: Areas, name: keyof Areas['platform']['fields']) =>
  part(page, text.result_of(text.fields[name]))

test('zh: tests each URL, names failed steps, marks the faulty JSON line, shows the heartbeat', async ({
  page,
  world,
  device,
  words,
}) => {
  const text = words.platform
  await page.goto('/business/params?tab=platform')
  await expect(heading(page, words.shell.routes.business_params)).toBeVisible()
  const heart = part(page, text.heartbeat)
  await expect(heart).toContainText(text.says.good)
  await expect(heart).toContainText(text.clock_same)

  await tryIt(page, words, 'data_url')
  const data = result(page, words, 'data_url')
  await expect(data).toContainText(text.good)
  await data.getByText(world.platform.urls.data_url).click()
  await expect(box(page, `${text.request} ${text.headers}`).last()).toHaveValue(/x-parking-test: 1/)
  await expect(box(page, `${text.request} ${text.body}`).last()).toHaveValue(/"lot_no": "TEST"/)
  await expect(box(page, `${text.answer} ${text.body}`).last()).toHaveValue(/"code": 0/)
  await expect(page.locator('body')).not.toContainText(app_secret)
  expect(
    (
      await page
        .locator('textarea')
        .evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value))
    ).join(),
  ).not.toContain(app_secret)
  expect(world.platform.tests.at(-1)).toMatchObject({ test: true, event_type: 2 })

  // The test uses the unsaved input.
  const url = box(page, text.fields.device_hb_url)
  await url.fill(`${world.platform.url}/wrong/path`)
  await tryIt(page, words, 'device_hb_url')
  const beat = result(page, words, 'device_hb_url')
  await expect(beat).toContainText(text.steps.status(404))
  await expect(beat).toContainText(text.status_advice.path)
  await url.fill('http://no-such-host.invalid/hb')
  await tryIt(page, words, 'device_hb_url')
  await expect(beat).toContainText(text.steps.name)
  await url.fill('http://169.254.169.254/latest/meta-data')
  await tryIt(page, words, 'device_hb_url')
  await expect(url).toHaveAccessibleDescription(words.errors.issues.url_forbidden)
  // A token in a URL is hidden once it is saved, and never sent to another place.
  await url.fill(`${world.platform.urls.device_hb_url}?token=Kerb-5ecret`)

  const json = box(page, text.fields.extra_info)
  await expect(json).toHaveValue('{"app_secret":"******"}')
  await json.fill('{\n  "app_secret": "******"\n  "region": 755\n}')
  await expect(page.getByRole('button', { name: text.json.at(3, 3) + text.json.faults.comma })).toBeVisible()
  await json.fill('{\n  “region”: 755\n}')
  await page.getByRole('button', { name: text.json.at(2, 3) + text.json.faults.quote }).click()
  expect(
    await json.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    ),
  ).toBe('“')
  await json.fill('{"app_secret":"not the key","region":755}')
  await page.getByRole('button', { name: text.json.format, exact: true }).click()
  await expect(json).toHaveValue('{\n  "app_secret": "not the key",\n  "region": 755\n}')
  await tryIt(page, words, 'device_init_url')
  const init = result(page, words, 'device_init_url')
  await expect(init).toContainText(text.failed_at(text.fields.auth_url))
  await expect(init).toContainText('the signature is wrong')
  await json.fill(JSON.stringify({ app_secret: '******', region: 755 }))
  await tryIt(page, words, 'device_init_url')
  await expect(init).toContainText(text.good)
  await page.getByRole('button', { name: words.forms.save, exact: true }).click()
  await expect(page.getByText(words.errors.messages.update_success)).toBeVisible()
  expect(await device.call('/api/parking/get_platform_param', {})).toMatchObject({
    extra_info: '{"app_secret":"******","region":755}',
    device_hb_url: `${world.platform.urls.device_hb_url}?token=******`,
  })
  await expect(url).toHaveValue(`${world.platform.urls.device_hb_url}?token=******`)
  await url.fill('http://other.example/hb?token=******')
  await expect(url).toHaveAccessibleDescription(words.errors.issues.secret_place)
  await url.fill(`${world.platform.urls.device_hb_url}?token=******`)
  await tryIt(page, words, 'device_hb_url')
  await expect(beat).toContainText(text.good)
  await beat.getByText(`${world.platform.urls.device_hb_url}?token=******`).click()

  world.platform.clock.offset_ms = 90_000
  await expect(heart).toContainText(text.clock_ahead(text.seconds('90')))
  await expect(heart).toContainText(text.clock_far)
  await world.platform.setBehaviour('down')
  await expect(heart).toContainText(text.state.failing)
  await expect(heart).toContainText(words.device_said.sentences.nothing_listens())
  world.platform.clock.offset_ms = 0
  await world.platform.setBehaviour('accept')
})

test.describe('tw', () => {
  test.use({ language: 'tw' })
  test("tw: shows a failed and a passed test in Taiwan's words", async ({ page, world, words }) => {
    const text = words.platform
    await page.goto('/business/params?tab=platform')
    await expect(part(page, text.heartbeat)).toContainText(text.round_trip)
    await box(page, text.fields.data_url).fill(`https://${new URL(world.platform.url).host}/v1/events`)
    await tryIt(page, words, 'data_url')
    await expect(result(page, words, 'data_url')).toContainText('對方沒有使用加密')
    await tryIt(page, words, 'auth_url')
    await expect(result(page, words, 'auth_url')).toContainText('測試通過')
  })
})
