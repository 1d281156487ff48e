/** What a browser still has and shows once its session has ended: no picture, no kept page, no other tab. */
import type { Page } from '@playwright/test'
import { expect, heading, test } from './fixtures.ts'
import { postTo } from './support/post.ts'
import { reportEvents } from './support/report-events.ts'

test.use({ stage: { on_street: 1, added: 1 } })

test(
  'no picture of an event or a camera is in the cache of the browser after signing out',
  { tag: '@tw' },
  async ({ page, device, world, words, allow }) => {
    await reportEvents(device, world, [{ plate_number: '粤B12345' }])
    const got = { pictures: new Set<string>(), scripts: new Set<string>() }
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (response.status() !== 200) return
      if (/^\/(media|live)\//.test(pathname)) got.pictures.add(response.url())
      if (pathname.endsWith('.js')) got.scripts.add(response.url())
    })
    await page.goto('/business/data/parking')
    await page.getByRole('row').filter({ hasText: '12345' }).first().click()
    const detail = page.getByRole('dialog', { name: words.events.detail, exact: true })
    const open_picture = words.events.open_picture(words.events.kinds.image)
    const shown = detail.getByRole('button', { name: open_picture }).locator('img')
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    const isOf = (part: string) => [...got.pictures].some((url) => url.includes(part))
    await page.goto(`/business/sceneConfig?camera_sn=${world.cameras[0]!.serial}`)
    await expect.poll(() => isOf('/media/events/') && isOf('/media/cameras/')).toBe(true)

    await page.goto('/dashboard')
    allow(/404.*\/media\/|ERR_CACHE_MISS|504/, 'a page that loads while its session ends, and empty caches')
    await page.getByRole('button', { name: new RegExp(`^${words.shell.header.user}`) }).click()
    await page.getByRole('menuitem', { name: words.shell.user.logout }).click()
    await expect(page).toHaveURL(/\/login/)
    const cached = (urls: Iterable<string>) =>
      page.evaluate(
        (all) =>
          Promise.all(
            all.map((url) =>
              fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
                ({ ok }) => ok,
                () => false,
              ),
            ),
          ),
        [...urls],
      )
    expect(await cached(got.scripts)).toContain(true)
    expect(await cached(got.pictures)).not.toContain(true)
    for (const url of got.pictures) expect((await page.request.get(url)).status()).toBe(404)
  },
)

/** What a browser says to a page that it keeps for "back"; the one of the tests keeps none. */
const say = (page: Page, what: 'pagehide' | 'pageshow') =>
  page.evaluate((type) => void dispatchEvent(new PageTransitionEvent(type, { persisted: true })), what)

test('a page that the browser kept is not seen before its session is checked', async ({ page, words }) => {
  await page.goto('/device/base')
  const title = heading(page, words.shell.routes.device_base)
  await expect(title).toBeVisible()
  await say(page, 'pagehide')
  await expect(title).toBeHidden()
  await say(page, 'pageshow')
  await expect(title).toBeVisible()
})

test('"back" shows the login after the session ended', { tag: '@tw' }, async ({ page, device, words }) => {
  await page.goto('/device/base')
  const title = heading(page, words.shell.routes.device_base)
  await expect(title).toBeVisible()
  await say(page, 'pagehide')
  const token = (await page.context().cookies()).find(({ name }) => name === 'Admin-Token')!.value
  await postTo(device.address)('/api/user/logout', {}, { authorization: token })
  await say(page, 'pageshow')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel(words.login.username)).toBeVisible()
})

test('signing out in one tab ends the others, and "back" leads nowhere', async ({ page, context, words }) => {
  const other = await context.newPage()
  await other.goto('/device/base')
  await other.getByRole('textbox', { name: words.device.city, exact: true }).fill('珠海市')
  await page.goto('/device/base')
  await page.getByRole('button', { name: new RegExp(`^${words.shell.header.user}`) }).click()
  await page.getByRole('menuitem', { name: words.shell.user.logout }).click()
  for (const one of [page, other]) await expect(one.getByLabel(words.login.username)).toBeVisible()
  for (const one of [page, other]) {
    await one.goBack()
    await expect(one.getByLabel(words.login.username)).toBeVisible()
    await expect(one.getByText('珠海市')).toHaveCount(0)
  }
})
