/**
 * The scene editor by touch on a phone, by keyboard alone, and precise to half a pixel at unusual window
 * sizes and pixel ratios. Long because each input method draws the same lots.
 */
import { expect, test } from '#e2e/fixtures.ts'
import { boxAtRest } from './draw.ts'
import type { CDPSession, Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'

test.use({ stage: { on_street: 2, added: 1 } })

type At = readonly [x: number, y: number]

/** The picture on the screen after layout; positions are measured against it, not against the model. */
async function pictureOf(page: Page, { camera: { scene } }: Areas) {
  const image = page.getByRole('img', { name: scene.picture })
  await expect(image).toHaveJSProperty('naturalWidth', 1920)
  // Resizing and zooming take effect on the picture a little later.
  const box = await boxAtRest(image)
  return {
    width: box.width,
    on: ([x, y]: At): At => [box.x + x * box.width, box.y + y * box.height],
    under: ([x, y]: At): At => [(x - box.x) / box.width, (y - box.y) / box.height],
  }
}

/** The distance of two positions in pixels of the reference picture. */
const apart = (one: At, other: At) => Math.hypot((one[0] - other[0]) * 1920, (one[1] - other[1]) * 1080)
const fingers = (client: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly At[]) =>
  client.send('Input.dispatchTouchEvent', { type, touchPoints: places.map(([x, y], id) => ({ x, y, id })) })

test.describe('tw, a phone', () => {
  test.use({ language: 'tw', hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('by touch: draws a lot, drags a corner under the loupe, pinches, cuts a kerb, saves', async ({
    page,
    world,
    device,
    words,
  }) => {
    const { scene } = words.camera
    const camera_sn = world.cameras[0]?.serial ?? ''
    const client = await page.context().newCDPSession(page)
    const lots = page.getByRole('application', { name: scene.canvas }).locator('[data-lot]')
    const loupe = page.locator('[data-part="loupe"]')
    await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}`)
    const whole = await pictureOf(page, words)
    await page.getByRole('button', { name: scene.quad, exact: true }).tap()
    for (const at of [
      [0.1, 0.1],
      [0.4, 0.1],
      [0.4, 0.4],
      [0.1, 0.4],
    ] as const)
      await page.touchscreen.tap(...whole.on(at))
    await expect(lots).toHaveCount(1)
    await page.getByRole('button', { name: scene.select, exact: true }).tap()
    // A corner: the loupe shows what the finger covers, and follows it.
    const [from, to] = [whole.on([0.4, 0.4]), whole.on([0.5, 0.5])]
    await fingers(client, 'touchStart', [from])
    await fingers(client, 'touchMove', [[(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]])
    await fingers(client, 'touchMove', [to])
    await expect(loupe).toBeVisible()
    await fingers(client, 'touchEnd', [])
    await expect(loupe).toBeHidden()
    // Two touches: twice the distance is twice the size.
    const [x, y] = whole.on([0.5, 0.5])
    await fingers(client, 'touchStart', [
      [x - 40, y],
      [x + 40, y],
    ])
    await fingers(client, 'touchMove', [
      [x - 60, y],
      [x + 60, y],
    ])
    await fingers(client, 'touchMove', [
      [x - 80, y],
      [x + 80, y],
    ])
    await fingers(client, 'touchEnd', [])
    await expect.poll(async () => (await pictureOf(page, words)).width / whole.width).toBeCloseTo(2, 1)
    await page.getByRole('button', { name: scene.more_tools, exact: true }).tap()
    await page.getByRole('button', { name: scene.fit, exact: true }).tap()
    await expect.poll(async () => (await pictureOf(page, words)).width).toBe(whole.width)
    // The kerb: four taps, one of them right below the loupe.
    await page.getByRole('button', { name: scene.strip.tool, exact: true }).tap()
    for (const at of [
      [0.1, 0.65],
      [0.85, 0.6],
      [0.9, 0.8],
      [0.1, 0.95],
    ] as const)
      await page.touchscreen.tap(...whole.on(at))
    const bar = page.getByRole('form', { name: scene.strip.title })
    await bar.getByRole('spinbutton', { name: scene.strip.count }).fill('3')
    const held = (await pictureOf(page, words)).on([0.9, 0.8])
    await fingers(client, 'touchStart', [held])
    await fingers(client, 'touchMove', [[held[0] + 6, held[1] + 6]])
    await expect(loupe).toBeVisible()
    await fingers(client, 'touchEnd', [])
    await bar.getByRole('button', { name: scene.strip.make(3) }).tap()
    await expect(lots).toHaveCount(4)
    // Selecting several without a Shift key: a tap adds a lot, another removes it.
    const chosen = page
      .getByRole('application', { name: scene.canvas })
      .getByRole('button', { pressed: true })
    await page.touchscreen.tap(...whole.on([0.9, 0.15]))
    await expect(chosen).toHaveCount(0)
    await page.getByRole('button', { name: scene.choose_several, exact: true }).tap()
    await page.touchscreen.tap(...whole.on([0.25, 0.25]))
    await page.touchscreen.tap(...whole.on([0.22, 0.78]))
    await expect(chosen).toHaveCount(2)
    await page.touchscreen.tap(...whole.on([0.25, 0.25]))
    await expect(chosen).toHaveCount(1)
    await page.getByRole('button', { name: scene.choose_several, exact: true }).tap()
    await page.getByRole('textbox', { name: scene.attributes.parking_no }).fill('P-360')
    await page.getByRole('button', { name: scene.save, exact: true }).tap()
    await expect(page.getByText(scene.saved)).toBeVisible()
    const saved = (await device.call('/api/camera/get_scenes', { camera_sn })).list.find(
      (one) => one.parking_no === 'P-360',
    )
    expect(saved?.lots).toHaveLength(4)
    const dragged = saved?.lots[0]?.polygon.map((at) => apart(at, [0.5, 0.5])) ?? []
    expect(
      Math.min(...dragged),
      'the corner is where the finger was lifted, to a pixel of the screen',
    ).toBeLessThan(1920 / whole.width)
    expect(new Set(saved?.lots.slice(1).flatMap(({ polygon }) => polygon.map(String))).size).toBe(8)
    await device.call('/api/camera/delete_scene', { scene_id: saved?.scene_id ?? '' })
  })
})

test('a drag leaves the picture in one jump, and ends at the release', async ({ page, world, words }) => {
  await page.goto(`/business/sceneConfig/scene?camera_sn=${world.cameras[0]?.serial ?? ''}`)
  // A new scene starts with the row along the kerb, with which a press sets a corner.
  await page.getByRole('button', { name: words.camera.scene.select, exact: true }).click()
  const whole = await pictureOf(page, words)
  await page.mouse.move(...whole.on([0.5, 0.5]))
  await page.mouse.wheel(0, -700)
  await expect.poll(async () => (await pictureOf(page, words)).width).toBeGreaterThan(whole.width * 2)
  const near = await pictureOf(page, words)
  const middle = near.on([0.5, 0.5])
  const [x, y] = [Math.round(middle[0]), Math.round(middle[1])]
  const outside = Math.round((await boxAtRest(page.getByRole('heading', { level: 1 }))).y)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, outside)
  await page.mouse.up()
  const dragged = (await pictureOf(page, words)).on([0.5, 0.5])
  expect(dragged[1] - middle[1]).toBeCloseTo(outside - y, 0)
  await page.mouse.move(x, y)
  expect((await pictureOf(page, words)).on([0.5, 0.5])).toEqual(dragged)
})

test('lots drawn at one window size fit others to half a pixel', async ({ page, world, device, words }) => {
  const { scene } = words.camera
  const camera_sn = world.cameras[0]?.serial ?? ''
  const client = await page.context().newCDPSession(page)
  const windows = [
    { width: 1013, height: 677, deviceScaleFactor: 1.25 },
    { width: 1801, height: 1003, deviceScaleFactor: 2 },
    { width: 641, height: 719, deviceScaleFactor: 1.5 },
  ]
  const middles = [
    [0.31, 0.4],
    [0.5, 0.62],
    [0.72, 0.37],
  ] as const
  const drawn: At[][] = []
  for (const [i, [x, y]] of middles.entries()) {
    await client.send('Emulation.setDeviceMetricsOverride', { ...windows[i]!, mobile: false })
    if (i === 0) await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}`)
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(windows[i]!.width)
    await pictureOf(page, words)
    await page.getByRole('button', { name: scene.fit, exact: true }).click()
    await page.mouse.move(...(await pictureOf(page, words)).on([x, y]))
    const before = (await pictureOf(page, words)).width
    await page.mouse.wheel(0, -1300)
    await expect.poll(async () => (await pictureOf(page, words)).width).toBeGreaterThan(before * 2.5)
    const near = await pictureOf(page, words)
    await page.getByRole('button', { name: scene.quad, exact: true }).click()
    // A mouse moves by whole screen pixels: the saved corner must map back to the same pixel.
    const places = (
      [
        [-50, -30],
        [50, -33],
        [53, 31],
        [-47, 29],
      ] as const
    )
      .map(([dx, dy]): At => near.on([x + dx / 1920, y + dy / 1080]))
      .map(([left, top]): At => [Math.round(left), Math.round(top)])
    for (const place of places) await page.mouse.click(...place)
    drawn.push(places.map(near.under))
    await expect(page.locator('[data-lot]')).toHaveCount(i + 1)
    await page.keyboard.press('v')
  }
  await client.send('Emulation.setDeviceMetricsOverride', { ...windows[1]!, mobile: false })
  await page.getByRole('textbox', { name: scene.attributes.parking_no }).fill('P-half')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(scene.saved)).toBeVisible()
  const saved = (await device.call('/api/camera/get_scenes', { camera_sn })).list.find(
    (one) => one.parking_no === 'P-half',
  )
  const offs = drawn.flatMap((outline, lot) =>
    outline.map((at) => Math.min(...(saved?.lots[lot]?.polygon ?? []).map((corner) => apart(corner, at)))),
  )
  expect(offs).toHaveLength(12)
  expect(Math.max(...offs), 'on the device').toBeLessThan(0.5)
  // Opens the scene again in a window of another size.
  await client.send('Emulation.setDeviceMetricsOverride', {
    width: 1277,
    height: 811,
    deviceScaleFactor: 1.1,
    mobile: false,
  })
  await page.reload()
  const again = await pictureOf(page, words)
  const first = saved?.lots[0]
  await page.getByRole('button', { name: scene.lot_name(first?.lot_no ?? '') }).focus()
  for (const [n, corner] of (first?.polygon ?? []).entries()) {
    const handle = await page
      .getByRole('application', { name: scene.canvas })
      .getByRole('button', { name: scene.corner_name(first?.lot_no ?? '', n + 1) })
      .boundingBox()
    const shown = again.under([
      (handle?.x ?? 0) + (handle?.width ?? 0) / 2,
      (handle?.y ?? 0) + (handle?.height ?? 0) / 2,
    ])
    expect(apart(shown, corner), `corner ${n + 1} on the screen`).toBeLessThan(0.5)
  }
  await device.call('/api/camera/delete_scene', { scene_id: saved?.scene_id ?? '' })
})

test('by keyboard alone: zooms, draws, nudges, numbers, saves', async ({ page, world, device, words }) => {
  const { scene } = words.camera
  const camera_sn = world.cameras[0]?.serial ?? ''
  await page.goto(`/business/sceneConfig/scene?camera_sn=${camera_sn}`)
  const { width } = await pictureOf(page, words)
  const canvas = page.getByRole('application', { name: scene.canvas })
  for (
    let tabs = 0;
    tabs < 60 && !(await canvas.evaluate((element) => element === document.activeElement));
    tabs++
  )
    await page.keyboard.press('Tab')
  await expect(canvas).toBeFocused()
  await page.keyboard.press('+')
  await expect.poll(async () => (await pictureOf(page, words)).width).toBeGreaterThan(width * 1.2)
  await page.keyboard.press('0')
  await page.keyboard.press('d')
  const go = async (key: string, times: number) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(`Shift+${key}`)
  }
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
    await go(key, 12)
    await page.keyboard.press('Space')
  }
  await expect(page.locator('[data-lot]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  // Tab moves to the lot and its corners; an arrow moves by one pixel of the picture.
  const corner = page
    .getByRole('button', { name: /1$/ })
    .and(page.locator('[role="application"] [role="button"]:not([data-lot])'))
    .first()
  for (
    let tabs = 0;
    tabs < 6 && !(await corner.evaluate((element) => element === document.activeElement));
    tabs++
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  const number = page.getByRole('textbox', { name: scene.attributes.lot_no, exact: true })
  for (
    let tabs = 0;
    tabs < 20 && !(await number.evaluate((element) => element === document.activeElement));
    tabs++
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('K-1')
  const place = page.getByRole('textbox', { name: scene.attributes.parking_no })
  for (
    let tabs = 0;
    tabs < 40 && !(await place.evaluate((element) => element === document.activeElement));
    tabs++
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('P-keys')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(scene.saved)).toBeVisible()
  const saved = (await device.call('/api/camera/get_scenes', { camera_sn })).list.find(
    (one) => one.parking_no === 'P-keys',
  )
  const [lot] = saved?.lots ?? []
  expect(lot?.lot_no).toBe('K-1')
  const lefts = (lot?.polygon ?? []).map(([x]) => x * 1920).toSorted((one, other) => one - other)
  expect((lefts.at(-1) ?? 0) - (lefts[0] ?? 0)).toBeGreaterThanOrEqual(119)
  expect(
    lefts.map((x) => lefts.filter((one) => Math.abs(one - x) < 0.5).length).includes(1),
    'one corner was moved by itself',
  ).toBe(true)
  await device.call('/api/camera/delete_scene', { scene_id: saved?.scene_id ?? '' })
})
