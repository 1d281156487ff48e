/**
 * The first page: the street as the cameras see it, its lots, recent events, and current faults. Long because
 * each state of a lot and of a camera follows from the one before.
 */
import { expect, heading, test } from '../fixtures.ts'
import { startProxy } from '../support/proxy.ts'
import { violations } from '../measures/violations.ts'

test.use({ stage: { on_street: 3, added: 3, analysis: true, platform: true } })

/** The accessible name of a lot below its picture starts with its number and contains its state. */
const lotNamed = (lot_no: string, state: string) => new RegExp(`^${lot_no}\\b.*${state}`)

test('shows each camera with its picture, its lots, and the free lots of each car park', async ({
  page,
  world,
  device,
  words,
}) => {
  const text = words.home
  await page.goto('/')
  await expect(heading(page, words.shell.routes.dashboard)).toBeAttached()
  for (const [at, camera] of world.cameras.entries()) {
    const tile = page.getByRole('article', { name: camera.name })
    await expect(tile.getByRole('img', { name: text.picture_of(camera.name) })).toBeVisible()
    for (const { lot_no } of world.street.lots(at))
      await expect(tile.getByRole('button', { name: lotNamed(lot_no, text.lot_state.free) })).toBeVisible()
  }
  const { total } = await device.call('/api/camera/get_all_lots_no', {})
  await expect(page.getByRole('list', { name: text.parks })).toContainText(`/ ${total}`)
  await expect(page.getByRole('region', { name: text.feed })).toContainText(text.feed_empty)
  expect(await violations(page)).toEqual([])
})

test(
  'the street is requested before the user is known, and its first picture only once',
  { tag: '@tw' },
  async ({ page, context, world, device, words, language, allow }) => {
    allow(/500|another origin/, 'the session stays unknown until the street was asked for')
    const asked: string[] = []
    const proxy = await startProxy(device, (path, address) => {
      asked.push(address)
      return path === '/api/device/get_basic_info' && !asked.includes('/api/camera/camera_wall')
        ? { status: 500, type: 'text/plain', body: 'not yet' }
        : undefined
    })
    const cookies = { language, 'Admin-Token': await device.session() }
    await context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, url: proxy.address })),
    )
    await page.goto(`${proxy.address}/dashboard`)
    for (const { name } of world.cameras)
      await expect(page.getByRole('img', { name: words.home.picture_of(name) })).toBeVisible()
    const [first, ...later] = asked.filter((path) => path.startsWith('/media/'))
    expect(first).toBeDefined()
    expect(later).not.toContain(first)
    proxy.stop()
  },
)

test('user, street and first picture are requested while the scripts are still loading', async ({
  page,
  context,
  device,
  allow,
}) => {
  allow(/ERR_EMPTY_RESPONSE|another origin/, 'the large scripts never arrive')
  const asked: string[] = []
  const proxy = await startProxy(device, (path) => {
    asked.push(path)
    return /^\/assets\/(base|shell)-.*\.js$/.test(path) ? 'cut' : undefined
  })
  await context.addCookies([{ name: 'Admin-Token', value: await device.session(), url: proxy.address }])
  await page.goto(`${proxy.address}/dashboard`)
  await expect.poll(() => asked.some((path) => path.startsWith('/media/cameras/'))).toBe(true)
  expect(asked.filter((path) => path === '/vue-element-admin/user/info')).toHaveLength(1)
  expect(asked.filter((path) => path === '/api/camera/camera_wall')).toHaveLength(1)
  proxy.stop()
})

test('a car arrives and leaves: lot, plate, news and list follow', async ({ page, world, words }) => {
  const text = words.home
  const { lot_no } = world.street.lots(0)[0]!
  const tile = page.getByRole('article', { name: world.cameras[0]!.name })
  const feed = page.getByRole('region', { name: text.feed })
  await page.goto('/dashboard')
  await expect(tile).toBeVisible()
  const plate = world.street.arrive(0, 0)
  const occupied = tile.getByRole('button', { name: lotNamed(lot_no, text.lot_state.occupied) })
  await expect(occupied).toBeVisible()
  await expect(occupied).toContainText(plate.slice(2))
  await expect(feed.getByRole('listitem').first()).toContainText(plate.slice(2))
  await expect(feed.getByRole('listitem').first()).toContainText(words.codes.event_type.entry)

  await test.step('a lot opens in detail by keyboard', async () => {
    await occupied.focus()
    await page.keyboard.press('Enter')
    const card = page.getByRole('complementary', { name: text.lot_title(lot_no) })
    await expect(card).toContainText(plate.slice(2))
    await expect(card.getByRole('img', { name: text.picture_kind.car })).toBeVisible()
    await expect(card.getByRole('link', { name: text.open_event })).toHaveAttribute(
      'href',
      /uuid=[0-9a-f-]{36}/,
    )
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
    await expect(occupied).toBeFocused()
  })

  await test.step('the table has a row for every lot and finds one by its plate', async () => {
    await page.getByRole('button', { name: text.view_table, exact: true }).click()
    const table = page.getByRole('table', { name: text.table })
    await expect(table.getByRole('row')).toHaveCount(1 + (await world.street.lots(0).length) * 3)
    await page.getByRole('searchbox', { name: text.filter }).fill(plate.slice(-4))
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(table.getByRole('row').nth(1)).toContainText(text.lot_state.occupied)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: text.view_wall, exact: true }).click()
  })

  world.street.leave(0, 0)
  await expect(tile.getByRole('button', { name: lotNamed(lot_no, text.lot_state.free) })).toBeVisible()
  await expect(feed.getByRole('listitem').first()).toContainText(words.codes.event_type.exit)
})

test('a camera without power says what is wrong; its lots are unknown', async ({ page, world, words }) => {
  const text = words.home
  const camera = world.cameras[2]!
  await page.goto('/dashboard')
  const tile = page.getByRole('article', { name: camera.name })
  await expect(tile).toBeVisible()
  await camera.setPower(false)
  await expect(tile.getByRole('status')).toContainText(text.camera_reason.port)
  const { lot_no } = world.street.lots(2)[0]!
  await tile.getByRole('button', { name: lotNamed(lot_no, text.lot_state.unseen) }).click()
  await expect(page.getByRole('complementary', { name: text.lot_title(lot_no) })).toContainText(
    text.why.camera,
  )
  expect(await violations(page)).toEqual([])
  await camera.setPower(true)
  await tile.getByRole('button', { name: text.reconnect }).click()
  await expect(tile.getByRole('status')).toBeHidden()
})

test('without the application every lot is unknown, and it says why', async ({ page, device, words }) => {
  const text = words.home
  await page.goto('/dashboard')
  await device.call('/api/system/app_control', { action: 'stop' })
  await expect(page.getByText(text.no_application)).toBeVisible()
  await expect(page.getByRole('list', { name: text.health })).toContainText(text.application_state.stopped)
  await page.getByRole('button', { name: text.see_health, exact: true }).click()
  await expect(page.getByRole('region', { name: words.dashboard.application })).toBeVisible()
  await device.call('/api/system/app_control', { action: 'start' })
  await expect(page.getByText(text.no_application)).toBeHidden()
})

test('an enlarged camera shows its lots and its state', async ({ page, world, words }) => {
  const text = words.home
  const camera = world.cameras[1]!
  await page.goto('/dashboard')
  await page
    .getByRole('article', { name: camera.name })
    .getByRole('button', { name: text.open_camera(camera.name) })
    .click()
  const view = page.getByRole('dialog', { name: camera.name })
  await expect(view.getByRole('region', { name: text.camera_health })).toContainText(
    words.codes.camera_state.online,
  )
  await expect(
    view.getByRole('button', { name: lotNamed(world.street.lots(1)[0]!.lot_no, text.lot_state.free) }),
  ).toBeVisible()
  await expect(page).toHaveURL(/camera=/)
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  await expect(page).not.toHaveURL(/camera=/)
})

test('pictures are loaded one after another, in the size shown', async ({ page, world, words }) => {
  await page.goto('/dashboard')
  for (const camera of world.cameras)
    await expect(page.getByRole('img', { name: words.home.picture_of(camera.name) })).toBeVisible()
  // From the browser's own record: the order in which its messages arrive here is less reliable.
  const pictures = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, startTime, responseEnd }) => ({ url: name, startTime, responseEnd }))
      .filter(({ url }) => new URL(url).pathname.startsWith('/media/'))
      .sort((a, b) => a.startTime - b.startTime),
  )
  expect(pictures.length).toBeGreaterThanOrEqual(world.cameras.length)
  for (const [at, { url, startTime }] of pictures.entries()) {
    expect(new URL(url).searchParams.get('w')).toMatch(/^\d+$/)
    // The first picture is requested before the page is drawn, and may still be loading.
    if (at > 1) expect(startTime).toBeGreaterThanOrEqual(pictures[at - 1]!.responseEnd)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } })

  test('the street fits without horizontal scrolling', async ({ page, world, words }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('img', { name: words.home.picture_of(world.cameras[0]!.name) })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(await violations(page)).toEqual([])
  })
})
