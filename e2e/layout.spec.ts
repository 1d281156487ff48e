/**
 * The layout around every page (spec §2): sidebar, breadcrumb, language, size, theme, fullscreen, error log,
 * on a desktop and on a phone. Long because each part is tested in a browser.
 */
import type { Page } from '@playwright/test'
import { expect, heading, test } from './fixtures.ts'
import { dictionaries } from './support/words.ts'

const cookie = async (page: Page, name: string) =>
  (await page.context().cookies()).find((one) => one.name === name)?.value
const menuOf = (page: Page, name: string) => page.getByRole('navigation', { name })

test.describe('sidebar', () => {
  test('is 210 px wide, collapses to 54 px, and stays collapsed', async ({ page, words }) => {
    await page.goto('/dashboard')
    const side = page.getByRole('complementary')
    await expect.poll(async () => (await side.boundingBox())?.width).toBe(210)
    // The tests ask for reduced motion, so each change must take effect at once.
    const animated = await page.evaluateHandle(() => {
      const properties = new Set<string>()
      document.addEventListener('transitionrun', (event) => properties.add(event.propertyName))
      return properties
    })
    await page.getByRole('button', { name: words.shell.menu.collapse }).click()
    await expect.poll(async () => (await side.boundingBox())?.width).toBe(54)
    expect(await animated.evaluate((properties) => [...properties])).toEqual([])
    expect(await cookie(page, 'sidebarStatus')).toBe('0')
    await page.reload()
    await expect.poll(async () => (await side.boundingBox())?.width).toBe(54)
    await page.getByRole('button', { name: words.shell.routes.device }).click()
    await page.getByRole('menuitemradio', { name: words.shell.routes.device_time }).click()
    await expect(heading(page, words.shell.routes.device_time)).toBeVisible()
    await page.getByRole('button', { name: words.shell.menu.expand }).click()
    await expect.poll(async () => (await side.boundingBox())?.width).toBe(210)
    expect(await cookie(page, 'sidebarStatus')).toBe('1')
  })

  test(
    'links to every page of the route table and marks the current one',
    { tag: '@tw' },
    async ({ page, words }) => {
      const titles = words.shell.routes
      await page.goto('/dashboard')
      const menu = menuOf(page, words.shell.menu.label)
      for (const [group, page_titles] of [
        [
          titles.device,
          [titles.device_base, titles.device_network, titles.device_time, titles.device_storage],
        ],
        [
          titles.system,
          [
            titles.system_log,
            titles.system_application,
            titles.system_whitelist,
            titles.system_users,
            titles.system_certificate,
            titles.system_operation,
          ],
        ],
        [titles.business, [titles.business_scene, titles.business_params]],
      ] as const) {
        await menu.getByRole('button', { name: group, exact: true }).click()
        for (const title of page_titles) {
          await menu.getByRole('link', { name: title, exact: true }).click()
          await expect(heading(page, title)).toBeVisible()
          await expect(menu.getByRole('link', { name: title, exact: true })).toHaveAttribute(
            'aria-current',
            'page',
          )
          await expect(page).toHaveTitle(`${title} - WEB Admin`)
        }
      }
      await menu.getByRole('button', { name: titles.business_data, exact: true }).click()
      await menu.getByRole('link', { name: titles.business_manual, exact: true }).click()
      await expect(heading(page, titles.business_manual)).toBeVisible()
    },
  )

  test('works with the keyboard', async ({ page, words }) => {
    await page.goto('/dashboard')
    const menu = menuOf(page, words.shell.menu.label)
    await menu.getByRole('link', { name: words.shell.routes.dashboard }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('button', { name: words.shell.routes.device })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(heading(page, words.shell.routes.device_base)).toBeVisible()
    const system = menu.getByRole('button', { name: words.shell.routes.system })
    await system.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    const section = menu.getByRole('list', { name: words.shell.menu.sections.daily })
    await expect(section.getByRole('link', { name: words.shell.routes.system_alarms })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(system).toBeFocused()
  })
})

test('the breadcrumb starts at the dashboard and links back', async ({ page, words }) => {
  await page.goto('/business/data/manual')
  const crumbs = page.getByRole('navigation', { name: words.shell.breadcrumb })
  await expect(crumbs.getByRole('listitem')).toHaveText(
    [
      words.shell.routes.dashboard,
      words.shell.routes.business,
      words.shell.routes.business_data,
      words.shell.routes.business_manual,
    ].map((title) => new RegExp(`${title}$`)),
  )
  await crumbs.getByRole('link', { name: words.shell.routes.business_data }).click()
  await expect(heading(page, words.shell.routes.business_parking)).toBeVisible()
  await crumbs.getByRole('link', { name: words.shell.routes.dashboard }).click()
  await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
})

test('on a phone the bar names the page; the heading is for screen readers', async ({ page, words }) => {
  const title = heading(page, words.shell.routes.device_storage)
  await page.goto('/device/storage')
  await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(40)
  await page.setViewportSize({ width: 390, height: 844 })
  const crumbs = page.getByRole('navigation', { name: words.shell.breadcrumb })
  await expect(crumbs.getByText(words.shell.routes.device_storage)).toBeInViewport()
  await expect.poll(async () => (await title.boundingBox())?.width).toBe(1)
  // It names what the address opens, where the menu lists that separately.
  await page.goto('/system/operation?tab=diagnose')
  await expect(crumbs.getByText(words.shell.routes.system_diagnose)).toBeInViewport()
  const view_title = heading(page, words.shell.routes.system_diagnose)
  await expect.poll(async () => (await view_title.boundingBox())?.width).toBe(1)
})

test('a size, a theme and a language change the whole page and are kept', async ({ page, words }) => {
  const tw = dictionaries.tw.shell
  await page.goto('/system/log')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-size', 'medium')
  await page.getByRole('button', { name: words.shell.header.size }).click()
  await page.getByRole('menuitemradio', { name: words.shell.sizes.small, exact: true }).click()
  await expect(page.getByText(words.shell.size_switched)).toBeVisible()
  await page.getByRole('button', { name: words.shell.header.theme }).click()
  await page.getByRole('menuitemradio', { name: words.shell.themes.dark }).click()
  await page.getByRole('button', { name: words.shell.header.language }).click()
  await expect(page.getByRole('menuitemradio', { name: words.shell.language_names.zh })).toHaveAttribute(
    'aria-checked',
    'true',
  )
  await page.getByRole('menuitemradio', { name: words.shell.language_names.tw }).click()
  await expect(page.getByText(tw.language_switched)).toBeVisible()
  await expect(heading(page, tw.routes.system_log)).toBeVisible()
  await expect(menuOf(page, tw.menu.label)).toBeVisible()
  await expect(page).toHaveTitle(`${tw.routes.system_log} - WEB Admin`)
  await page.reload()
  await expect(heading(page, tw.routes.system_log)).toBeVisible()
  await expect(html).toHaveAttribute('data-size', 'small')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  const kept = ['language', 'size', 'theme'].map((name) => cookie(page, name))
  expect(await Promise.all(kept)).toEqual(['tw', 'small', 'dark'])
})

test.describe('fullscreen', () => {
  test('toggles', async ({ page, words }) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: words.shell.header.fullscreen, exact: true }).click()
    await page.getByRole('button', { name: words.shell.header.leave_fullscreen }).click()
    await expect(page.getByRole('button', { name: words.shell.header.fullscreen, exact: true })).toBeVisible()
  })

  test('shows the warning of spec §2 if the browser does not support fullscreen', async ({ page, words }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false }),
    )
    await page.goto('/dashboard')
    await page.getByRole('button', { name: words.shell.header.fullscreen, exact: true }).click()
    await expect(page.getByText('you browser can not work')).toBeVisible()
  })
})

test(
  'unsaved input is marked in the menu while another page is open',
  { tag: '@tw' },
  async ({ page, words }) => {
    await page.goto('/device/base')
    // A value that no test of this form saves on the device.
    await page.getByRole('textbox', { name: words.device.district, exact: true }).fill('大同區')
    const menu = page.getByRole('navigation', { name: words.shell.menu.label })
    await menu.getByRole('link', { name: words.shell.routes.dashboard }).click()
    await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
    const group = menu.getByRole('button', { name: words.shell.routes.device })
    await expect(group).toHaveAccessibleName(new RegExp(words.shell.user.logout_unsaved))
    await group.click()
    const entry = menu.getByRole('link', { name: words.shell.routes.device_base })
    await expect(entry).toHaveAccessibleName(new RegExp(words.shell.user.logout_unsaved))
    await entry.click()
    await page.getByRole('button', { name: words.forms.undo }).click()
    await expect(entry).toHaveAccessibleName(words.shell.routes.device_base)
  },
)

test('the error log shows message, info, url and stack of a failure, and is cleared', async ({
  page,
  context,
  world,
  words,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED/, 'the link is cut on purpose')
  await page.goto('/business/sceneConfig')
  const camera = world.cameras[0]
  const picture = page.getByRole('button', { name: words.camera.picture.take_of(camera?.name ?? '') })
  const errors = page.getByRole('button', {
    name: new RegExp(words.shell.header.errors(1).replace('1', '[1-9]')),
  })
  // A camera without power is no error of the program.
  await camera?.setPower(false)
  await picture.click()
  await expect(page.getByRole('region', { name: words.shell.toasts.label }).getByRole('alert')).toBeVisible()
  await camera?.setPower(true)
  await expect(errors).toHaveCount(0)
  await context.setOffline(true)
  await picture.click()
  await errors.click()
  await context.setOffline(false)
  const dialog = page.getByRole('dialog', { name: words.shell.error_log.title })
  for (const label of [
    words.shell.error_log.message,
    words.shell.error_log.info,
    words.shell.error_log.url,
    words.shell.error_log.stack,
  ])
    await expect(dialog.getByText(label, { exact: true })).toBeVisible()
  await expect(dialog).toContainText('/api/camera/snapshot')
  await dialog.getByRole('button', { name: words.shell.error_log.clear }).click()
  await expect(dialog).toBeHidden()
  await expect(errors).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('below 992 px the menu is a drawer; its mask and links close it', async ({ page, words }) => {
    await page.setViewportSize({ width: 992, height: 844 })
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: words.shell.menu.collapse })).toBeVisible()
    await page.setViewportSize({ width: 991, height: 844 })
    await expect(page.getByRole('button', { name: words.shell.menu.open })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    const link = page
      .getByRole('complementary')
      .getByRole('link', { name: words.shell.routes.dashboard, exact: true })
    await expect(link).not.toBeInViewport()
    await page.getByRole('button', { name: words.shell.menu.open }).click()
    await expect(link).toBeInViewport()
    await page.mouse.click(380, 600)
    await expect(link).not.toBeInViewport()
    await page.getByRole('button', { name: words.shell.menu.open }).click()
    await page.getByRole('complementary').getByRole('button', { name: words.shell.routes.system }).click()
    await page.getByRole('complementary').getByRole('link', { name: words.shell.routes.system_log }).click()
    await expect(heading(page, words.shell.routes.system_log)).toBeVisible()
    await expect(link).not.toBeInViewport()
    expect(await cookie(page, 'sidebarStatus')).not.toBe('0')
  })

  test(
    'the bottom bar has five entries, and floating elements stay above it',
    { tag: '@tw' },
    async ({ page, words }) => {
      const { phone_bar, routes } = words.shell
      await page.goto('/dashboard')
      const bar = page.getByRole('navigation', { name: phone_bar.label })
      await expect(bar.getByRole('link', { name: phone_bar.home })).toHaveAttribute('aria-current', 'page')
      await bar.getByRole('link', { name: phone_bar.events }).click()
      await expect(heading(page, routes.business_parking)).toBeVisible()
      await bar.getByRole('link', { name: phone_bar.check }).click()
      await expect(heading(page, routes.business_manual)).toBeVisible()
      await bar.getByRole('link', { name: phone_bar.cameras }).click()
      await expect(bar.getByRole('link', { name: phone_bar.cameras })).toHaveAttribute('aria-current', 'page')
      await bar.getByRole('button', { name: phone_bar.more }).click()
      await page.getByRole('complementary').getByRole('link', { name: routes.dashboard, exact: true }).click()
      await page.goto('/device/base')
      await page.getByRole('textbox', { name: words.device.city, exact: true }).fill('嘉義市')
      const save_bar = page.getByRole('region', { name: words.forms.unsaved })
      await expect(save_bar).toBeVisible()
      const [above, below] = [await save_bar.boundingBox(), await bar.boundingBox()]
      expect(Math.round((above?.y ?? 0) + (above?.height ?? 0))).toBeLessThanOrEqual(Math.ceil(below?.y ?? 0))
      expect(Math.round((below?.y ?? 0) + (below?.height ?? 0))).toBe(844)
    },
  )

  test('the user menu has the language, the error log and the full screen', async ({ page, words: zh }) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: new RegExp(`^${zh.shell.header.user}`) }).click()
    await page.getByRole('menuitemradio', { name: zh.shell.language_names.tw }).click()
    const words = dictionaries.tw
    await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
    const menu = page.getByRole('button', { name: new RegExp(`^${words.shell.header.user}`) })
    await menu.click()
    await page.getByRole('menuitem', { name: words.shell.header.errors(0) }).click()
    const log = page.getByRole('dialog', { name: words.shell.error_log.title })
    await expect(log).toBeVisible()
    await page.keyboard.press('Escape')
    await menu.click()
    await page.getByRole('menuitem', { name: words.shell.header.fullscreen }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  })
})
