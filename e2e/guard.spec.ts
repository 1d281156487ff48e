/** Spec §2's navigation guard and redirects, row by row, against the real server. */
import { expect, heading, test } from './fixtures.ts'

test.describe('with a token', () => {
  test('/login goes to /, which is the dashboard', async ({ page, words }) => {
    await page.goto('/login')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
  })

  test('base info is asked first, then the page comes', async ({ page, words }) => {
    const base = page.waitForResponse('**/api/device/get_basic_info')
    await page.goto('/system/log')
    expect(await (await base).json()).toMatchObject({ code: 0 })
    await expect(heading(page, words.shell.routes.system_log)).toBeVisible()
  })

  test('the token is sent in the authorization header', async ({ page }) => {
    const request = page.waitForRequest('**/api/device/get_basic_info')
    await page.goto('/dashboard')
    expect((await request).headers()['authorization']).toMatch(/^Bearer \S{20,}$/)
  })

  for (const [from, to] of [
    ['/', '/dashboard'],
    ['/baseTemplate', '/index'],
    ['/device', '/device/base'],
    ['/device/network', '/device/netwrok'],
    ['/system', '/system/log'],
    ['/business', '/business/sceneConfig'],
    ['/business/data', '/business/data/parking'],
    ['/redirect/device/base', '/device/base'],
    ['/auth-redirect?redirect=/system/log', '/system/log'],
    ['/redirect/business/data/parking?status=2', '/business/data/parking?status=2'],
  ] as const) {
    test(`${from} leads to ${to}`, async ({ page, device }) => {
      await page.goto(from)
      await expect(page).toHaveURL(device.address + to)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  }

  for (const language of ['zh', 'tw'] as const) {
    test.describe(language, () => {
      test.use({ language })
      test('any other path is the 404 page, with a way home', async ({ page, words }) => {
        await page.goto('/no/such/page')
        await expect(page).toHaveURL(/\/404/)
        await expect(heading(page, words.shell.not_found.title)).toBeVisible()
        await page.getByRole('link', { name: words.shell.not_found.back }).click()
        await expect(page).toHaveURL(/\/dashboard$/)
      })
    })
  }

  test('the 401 page has a way back', async ({ page, words }) => {
    await page.goto('/device/base')
    await expect(heading(page, words.shell.routes.device_base)).toBeVisible()
    await page.goto('/401')
    await expect(heading(page, words.shell.no_permission.title)).toBeVisible()
    await page.getByRole('button', { name: words.shell.no_permission.back }).click()
    await expect(page).toHaveURL(/\/device\/base$/)
  })
})

test.describe('with a token that is no good', () => {
  test.use({ signed_in: false })

  test('it is cleared, and the login keeps the way back', async ({ page, context, device, words }) => {
    await context.addCookies([
      { name: 'Admin-Token', value: 'a-token-that-was-never-given', url: device.address },
    ])
    await page.goto('/device/base')
    await expect(page).toHaveURL(/\/login\?redirect=\/device\/base$/)
    await expect(heading(page, words.login.title)).toBeVisible()
    await expect(page.getByText(words.login.ended)).toBeVisible()
    expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('Admin-Token')
  })
})

test.describe('without a token', () => {
  test.use({ signed_in: false })

  // A path that only redirects is followed first, as the template's router did: the way back is where it would have led.
  for (const [path, back] of [
    ['/dashboard', '/dashboard'],
    ['/device/base', '/device/base'],
    ['/business/data/parking', '/business/data/parking'],
    ['/404', '/404'],
    ['/no/such/page', '/404'],
    ['/', '/dashboard'],
  ] as const) {
    test(`${path} goes to the login with the way back`, async ({ page, device }) => {
      await page.goto(path)
      await expect(page).toHaveURL(`${device.address}/login?redirect=${back}`)
    })
  }

  test('the query of the way back is not lost', async ({ page, device }) => {
    await page.goto('/business/data/parking?status=2&page=3')
    await expect(page).toHaveURL(`${device.address}/login?redirect=/business/data/parking&status=2&page=3`)
  })

  test('/auth-redirect needs no token, and forwards to a path of this device only', async ({
    page,
    device,
  }) => {
    await page.goto('/auth-redirect?redirect=/device/base')
    await expect(page).toHaveURL(`${device.address}/login?redirect=/device/base`)
    await page.goto('/auth-redirect?redirect=//example.com/evil')
    await expect(page).toHaveURL(`${device.address}/login?redirect=/dashboard`)
  })
})
