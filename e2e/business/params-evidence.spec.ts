/**
 * The evidence tab: every change is previewed on a real picture, errors are shown at their field, and the
 * next event looks like the preview.
 */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { violations } from '../measures/violations.ts'

test.use({ stage: { on_street: 2, added: 2, analysis: true } })
test.describe.configure({ mode: 'serial' })

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const widthOf = (image: Locator) => image.evaluate((one: HTMLImageElement) => one.naturalWidth)

test('zh: previews, refuses, warns, saves, and draws the next event the same way', async ({
  page,
  device,
  world,
  words,
}) => {
  const { fields, preview, warnings, forecast, align, sections, shrunk_detail } = words.evidence
  const [first, second] = world.cameras
  if (!first || !second) throw new Error('The street has too few cameras')
  const events = async () =>
    (await device.call('/api/parking/parking_event', { page: 1, page_size: 20 })).list
  const cameraOf = async (camera_sn: string) =>
    (await device.call('/api/camera/list_cameras', { page: 1, page_size: 10 })).list.find(
      (camera) => camera.camera_sn === camera_sn,
    )
  world.street.arrive(0, 0)
  // The device detects the lost camera some time later, while the test continues.
  await expect.poll(async () => (await cameraOf(second.serial))?.snapshot).not.toBe('')
  await second.setPower(false)
  await expect.poll(async () => (await events()).length).toBeGreaterThan(0)
  const stage = section(page, preview.title)
  const image = stage.getByRole('img', { name: preview.alt.image })

  await test.step('the newest event is shown with its plate, its sizes and the volume of a day', async () => {
    await page.goto('/business/params?tab=event')
    await expect(image).toBeVisible()
    expect(await widthOf(image)).toBe(1920)
    await expect(stage.getByText(/^最近一次事件的画面/)).toBeVisible()
    await expect(
      stage.getByRole('button', { name: new RegExp(`^${preview.kinds.image}.*KB`) }),
    ).toHaveAttribute('aria-pressed', 'true')
    await stage.getByRole('button', { name: new RegExp(`^${preview.kinds.plate}.*KB`) }).click()
    await expect(stage.getByRole('img', { name: preview.alt.plate })).toBeVisible()
    await expect(page).toHaveURL(/view=plate/)
    await stage.getByRole('button', { name: new RegExp(`^${preview.kinds.image}`) }).click()
    const sum = section(page, forecast.title)
    await expect(
      sum.getByRole('row', { name: new RegExp(`^${forecast.parts.image}.*${forecast.from.measured}`) }),
    ).toBeVisible()
    await expect(sum.getByRole('img', { name: forecast.bar })).toBeVisible()
    await expect(sum.getByRole('status')).toContainText(/MB|KB|GB/)
    expect(await violations(page)).toEqual([])
  })

  await test.step('the text moves to the other side as soon as it is chosen', async () => {
    const before = await image.getAttribute('src')
    await page.getByRole('radio', { name: align.right }).check()
    await expect(image).not.toHaveAttribute('src', before ?? '')
  })

  await test.step('refuses a value out of range at its field, and keeps the last valid picture', async () => {
    const width = page.getByRole('textbox', { name: new RegExp(`^${fields.image_width}`) }).first()
    await width.fill('10')
    await width.blur()
    await expect(width).toHaveAccessibleDescription(words.errors.issues.too_small(320))
    await expect(stage.getByText(preview.paused)).toBeVisible()
    await expect(image).toBeVisible()
    await width.fill('1280')
    await expect.poll(() => widthOf(image)).toBe(1280)
    await expect(stage.getByText(preview.paused)).toBeHidden()
  })

  await test.step('a small limit shrinks the picture; the warning links to its field', async () => {
    const limit = page.getByRole('textbox', { name: new RegExp(`^${fields.image_max_bytes}`) })
    await limit.fill('40000')
    await expect.poll(() => widthOf(image)).toBeLessThan(1280)
    const said = stage.getByRole('button', { name: new RegExp(`^${fields.image_max_bytes}`) })
    await expect(said.first()).toContainText(shrunk_detail(preview.kinds.image, '').trim())
    await said.first().click()
    await expect(limit).toBeFocused()
  })

  await test.step('fields come and go with their switches', async () => {
    await page.getByRole('switch', { name: fields.osd_enabled }).click()
    await expect(page.getByRole('switch', { name: fields.osd_address })).toBeHidden()
    await page.getByRole('switch', { name: fields.osd_enabled }).click()
    await page.getByRole('switch', { name: fields.video_enabled }).click()
    await expect(page.getByRole('textbox', { name: new RegExp(`^${fields.video_duration}`) })).toBeVisible()
    await expect(
      section(page, forecast.title).getByRole('row', { name: new RegExp(`^${forecast.parts.video}`) }),
    ).toBeVisible()
    await page.getByRole('switch', { name: fields.video_enabled }).click()
    await expect(section(page, sections.video.title)).toBeVisible()
  })

  await test.step('after saving, the pictures of the next event keep the new limits', async () => {
    await page.getByRole('switch', { name: fields.privacy_protection }).click()
    await page.getByRole('button', { name: words.forms.save, exact: true }).click()
    await expect(page.getByText(words.errors.messages.update_success)).toBeVisible()
    const seen = (await events()).length
    world.street.leave(0, 0)
    await expect.poll(async () => (await events()).length).toBeGreaterThan(seen)
    await expect.poll(async () => (await events())[0]?.pictures.length ?? 0).toBeGreaterThan(0)
    for (const { bytes, width } of (await events())[0]?.pictures ?? []) {
      expect(bytes).toBeLessThanOrEqual(40_000)
      expect(width).toBeLessThanOrEqual(1280)
    }
  })

  await test.step('the preview says that a camera has no lots, and that it is offline', async () => {
    const camera_sn = second.serial
    const { list } = await device.call('/api/camera/get_scenes', { camera_sn })
    for (const { scene_id } of list) await device.call('/api/camera/delete_scene', { scene_id })
    await stage.getByRole('combobox', { name: preview.camera }).selectOption(camera_sn)
    await expect(page).toHaveURL(new RegExp(`camera=${camera_sn}`))
    await expect(stage.getByText(preview.no_lot)).toBeVisible()
    await expect(stage.getByRole('link', { name: preview.draw_lots })).toBeVisible()
    await expect(stage.getByRole('button', { name: new RegExp(warnings.no_lot()) }).first()).toBeVisible()
    await expect(stage.getByText(preview.away_says(words.codes.camera_state.offline))).toBeVisible({
      timeout: 45_000,
    })
    await expect(image).toBeVisible()
    await second.setPower(true)
  })
})

test('two tabs of one session both get their preview, although they supersede each other', async ({
  page,
  context,
  world,
  words,
}) => {
  const { fields, preview } = words.evidence
  const address = `/business/params?tab=event&camera=${world.cameras[0]?.serial ?? ''}`
  const tabs = [page, await context.newPage()]
  const imageOf = (tab: Page) => section(tab, preview.title).getByRole('img', { name: preview.alt.image })
  for (const tab of tabs) {
    await tab.goto(address)
    await expect(imageOf(tab)).toBeVisible()
  }
  for (const width of ['640', '960'])
    await Promise.all(
      tabs.map((tab) =>
        tab
          .getByRole('textbox', { name: new RegExp(`^${fields.image_width}`) })
          .first()
          .fill(width),
      ),
    )
  for (const tab of tabs) {
    await expect.poll(() => widthOf(imageOf(tab))).toBe(960)
    await expect(section(tab, preview.title).getByRole('alert')).toBeHidden()
  }
})

test.describe('tw', () => {
  test.use({ language: 'tw', theme: 'dark' })

  test("uses Taiwan's words, also for plate colours", async ({ page, device, world, words }) => {
    const { fields, preview, forecast, sections } = words.evidence
    await device.call('/api/parking/update_alg_param', { plate_type: 1 })
    await page.goto(`/business/params?tab=event&camera=${world.cameras[0]?.serial ?? ''}`)
    await expect(section(page, sections.osd.title)).toBeVisible()
    await expect(section(page, preview.title).getByRole('img', { name: preview.alt.image })).toBeVisible()
    await expect(section(page, forecast.title)).toContainText(/剩餘/)
    await expect(page.getByRole('switch', { name: fields.osd_lot_no_all })).toBeVisible()
    // On a phone the picture stays in view above the switches.
    await page.setViewportSize({ width: 390, height: 844 })
    const image = section(page, preview.title).getByRole('img', { name: preview.alt.image })
    const before = await image.getAttribute('src')
    await page.getByRole('switch', { name: fields.osd_plate_color }).click()
    await expect(image).toBeInViewport({ ratio: 0.9 })
    await expect(image).not.toHaveAttribute('src', before ?? '')
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 720 })
    const drawn = await device.call('/api/parking/preview_event_param', {
      event_param: { osd_plate_color: true },
      camera_sn: world.cameras[0]?.serial ?? '',
      lot_no: world.street.lots(0)[2]?.lot_no ?? '',
    })
    expect(drawn.texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['ABC-1234', '白色']))
    expect(await violations(page)).toEqual([])
  })
})
