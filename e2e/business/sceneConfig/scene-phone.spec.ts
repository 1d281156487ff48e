/** The scene editor on a phone: one labelled bar, numbers that never overlap, and landscape orientation. */
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/fixtures.ts'
import type { Device } from '#e2e/support/device.ts'
import { violations } from '#e2e/measures/violations.ts'

test.use({
  stage: { on_street: 1, added: 1 },
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

/** A kerb of 20 narrow lots. */
async function openKerb(page: Page, device: Device, prefix = 'G'): Promise<string> {
  const [camera] = (await device.call('/api/camera/list_cameras', { page: 1, page_size: 1 })).list
  const camera_sn = camera?.camera_sn ?? ''
  const { scene_id } = await device.call('/api/camera/add_update_scene', {
    camera_sn,
    scene_type: 0,
    enabled: false,
    parking_no: 'P-20',
    direction: 5,
    ref_width: 1920,
    ref_height: 1080,
    lots: Array.from({ length: 20 }, (_, at) => ({
      lot_no: `${prefix}${String(at + 1).padStart(2, '0')}`,
      lot_type: 1,
      lot_posture: 0,
      motor_num: 1,
      difficult: 0,
      polygon: [
        [0.04 + at * 0.046, 0.9],
        [0.085 + at * 0.046, 0.9],
        [0.085 + at * 0.046, 0.45],
        [0.04 + at * 0.046, 0.45],
      ],
    })),
  })
  await page.goto(`/business/sceneConfig/scene?${new URLSearchParams({ camera_sn, scene_id })}`)
  return scene_id
}

test('the numbers of 20 lots never overlap, and both ends are shown', async ({ page, device, words }) => {
  const { scene } = words.camera
  const scene_id = await openKerb(page, device)
  const canvas = page.getByRole('application', { name: scene.canvas })
  await expect(canvas.locator('[data-lot]')).toHaveCount(20)
  await expect(page.getByRole('img', { name: scene.picture })).toHaveJSProperty('naturalWidth', 1920)
  const labels = () =>
    canvas.locator('[data-number]').evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).visibility === 'visible')
        .map((one) => {
          const range = document.createRange()
          range.selectNodeContents(one)
          const { left, right, top, bottom } = range.getBoundingClientRect()
          return { text: one.textContent, left, right, top, bottom }
        }),
    )
  await expect.poll(async () => (await labels()).length).toBeLessThan(20)
  const shown = await labels()
  expect([shown[0]?.text, shown.at(-1)?.text]).toEqual(['G01', 'G20'])
  for (const [at, one] of shown.entries())
    for (const other of shown.slice(at + 1))
      expect(one.right <= other.left || one.bottom <= other.top || other.bottom <= one.top).toBe(true)
  await device.call('/api/camera/delete_scene', { scene_id })
})

test('a lot without room for its number shows it under the pointer and while selected @tw', async ({
  page,
  device,
  words,
}) => {
  const { scene } = words.camera
  const scene_id = await openKerb(page, device)
  const canvas = page.getByRole('application', { name: scene.canvas })
  const numbers = canvas.locator('[data-number]')
  await expect(numbers.filter({ visible: false })).not.toHaveCount(0)
  const hidden = (await numbers.filter({ visible: false }).allTextContents())[0] ?? ''
  const number = numbers.filter({ hasText: hidden, visible: true })
  const lot = canvas.getByRole('button', { name: scene.lot_name(hidden) })
  await expect(number).toHaveCount(0)
  await lot.hover()
  await expect(number).toHaveCount(1)
  await page.getByRole('status').filter({ hasText: scene.hints.none_touch }).hover()
  await expect(number).toHaveCount(0)
  await lot.tap()
  await expect(number).toHaveCount(1)
  await expect(lot).toHaveAttribute('aria-pressed', 'true')
  await expect(canvas).toBeFocused()
  await device.call('/api/camera/delete_scene', { scene_id })
})

test(
  'the labelled tools are below the picture; in landscape the picture fills the height',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const { scene } = words.camera
    const scene_id = await openKerb(page, device)
    const canvas = page.getByRole('application', { name: scene.canvas })
    const bar = page.getByRole('toolbar', { name: scene.tools })
    for (const tool of [scene.select, scene.quad, scene.undo]) {
      const button = bar.getByRole('button', { name: tool, exact: true })
      await expect(button.getByText(tool, { exact: true })).toBeVisible()
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    const [picture, tools] = [await canvas.boundingBox(), await bar.boundingBox()]
    expect(tools?.y ?? 0).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0))
    // The picture has the whole width, and the rest of the tools opens over the properties.
    expect((await page.getByRole('img', { name: scene.picture }).boundingBox())?.width).toBeGreaterThan(385)
    await expect(page.getByRole('textbox', { name: scene.attributes.parking_no })).toBeVisible()
    const paste = bar.getByRole('button', { name: scene.clip.paste, exact: true })
    await expect(paste).toBeHidden()
    await bar.getByRole('button', { name: scene.more_tools, exact: true }).click()
    await expect(paste).toBeInViewport({ ratio: 1 })
    await expect(bar.getByRole('button', { name: scene.help, exact: true })).toBeInViewport({ ratio: 1 })
    expect.soft(await violations(page)).toEqual([])

    await page.setViewportSize({ width: 844, height: 390 })
    await expect.poll(async () => (await canvas.boundingBox())?.height).toBeGreaterThanOrEqual(380)
    await expect(bar.getByRole('button', { name: scene.quad, exact: true })).toBeInViewport()
    await expect(page.getByRole('button', { name: scene.save, exact: true })).toBeInViewport()
    expect(await violations(page)).toEqual([])
    await device.call('/api/camera/delete_scene', { scene_id })
  },
)

test('long numbers wrap in the list of scenes; a box is in the middle of its target', async ({
  page,
  device,
  words,
}) => {
  await openKerb(page, device, '深南大道东段北侧-')
  await page.goto('/business/sceneList')
  const links = page.getByRole('cell').getByRole('link')
  await expect(links.filter({ hasText: '深南大道东段北侧-20' })).toBeVisible()
  const too_wide = await links.evaluateAll((all) =>
    all
      .filter((one) => one.getBoundingClientRect().right > one.closest('td')!.getBoundingClientRect().right)
      .map((one) => one.textContent),
  )
  expect(too_wide).toEqual([])
  const [camera] = (await device.call('/api/camera/list_cameras', { page: 1, page_size: 1 })).list
  await page.goto('/business/sceneConfig')
  const pick = page.getByRole('checkbox', {
    name: words.camera.batch.select_of(camera?.camera_name ?? ''),
    exact: true,
  })
  await expect(pick).toBeVisible()
  const off_centre = await pick.evaluate((box) => {
    const [inner, outer] = [box, box.closest('label')!].map((one) => one.getBoundingClientRect())
    return inner!.x + inner!.width / 2 - outer!.x - outer!.width / 2
  })
  expect(Math.abs(off_centre)).toBeLessThanOrEqual(1)
})
