/** The navigation guard and the redirects of spec §2, row by row, against the real server. */
import { expect, heading, test } from './fixtures.ts'

test.describe('with a token', () => {
  test('/login goes to /, which is the dashboard', async ({ page, words }) => {
    await page.goto('/login')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
  })

  test('fetches the base info before it shows the page', async ({ page, words }) => {
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
      test('any other path shows the 404 page with a link to the dashboard', async ({ page, words }) => {
        await page.goto('/no/such/page')
        await expect(page).toHaveURL(/\/404/)
        await expect(heading(page, words.shell.not_found.title)).toBeVisible()
        await page.getByRole('link', { name: words.shell.not_found.back }).click()
        await expect(page).toHaveURL(/\/dashboard$/)
      })
    })
  }

  test('the 401 page leads back', async ({ page, words }) => {
    await page.goto('/device/base')
    await expect(heading(page, words.shell.routes.device_base)).toBeVisible()
    await page.goto('/401')
    await expect(heading(page, words.shell.no_permission.title)).toBeVisible()
    await page.getByRole('button', { name: words.shell.no_permission.back }).click()
    await expect(page).toHaveURL(/\/device\/base$/)
  })
})

test.describe('with an invalid token', () => {
  test.use({ signed_in: false })

  test('clears it, and the login keeps the path', async ({ page, context, device, words }) => {
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

  // A redirect is followed first, as the template's router did: the kept path is its target.
  for (const [path, back] of [
    ['/dashboard', '/dashboard'],
    ['/device/base', '/device/base'],
    ['/business/data/parking', '/business/data/parking'],
    ['/404', '/404'],
    ['/no/such/page', '/404'],
    ['/', '/dashboard'],
  ] as const) {
    test(`${path} leads to the login, which keeps the path`, async ({ page, device }) => {
      await page.goto(path)
      await expect(page).toHaveURL(`${device.address}/login?redirect=${back}`)
    })
  }

  test('the login keeps the query', async ({ page, device }) => {
    await page.goto('/business/data/parking?status=2&page=3')
    await expect(page).toHaveURL(`${device.address}/login?redirect=/business/data/parking&status=2&page=3`)
  })

  test('/auth-redirect needs no token and forwards only to paths of this device', async ({
    page,
    device,
  }) => {
    await page.goto('/auth-redirect?redirect=/device/base')
    await expect(page).toHaveURL(`${device.address}/login?redirect=/device/base`)
    await page.goto('/auth-redirect?redirect=//example.com/evil')
    await expect(page).toHaveURL(`${device.address}/login?redirect=/dashboard`)
  })
})
