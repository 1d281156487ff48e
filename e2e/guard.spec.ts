/**
 * The navigation guard and the redirects of spec §2, row by row, against the real server. Long because each
 * row is a test.
 */
import type { Areas } from '@parking/console/locales/areas.ts'
import { expect, heading, password, test, username } from './fixtures.ts'
import { startProxy, type Interference } from './support/proxy.ts'

const answer = (status: number, body: unknown): Interference => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})

test.describe('with a token', () => {
  test('/login goes to / with the base info; requests carry the token', async ({ page, words }) => {
    const base = page.waitForResponse('**/api/device/get_basic_info')
    const user = page.waitForRequest('**/vue-element-admin/user/info**')
    await page.goto('/login')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
    const answered = await base
    expect(await answered.json()).toMatchObject({ code: 0 })
    const header = answered.request().headers()['authorization']
    expect(header).toMatch(/^Bearer \S{20,}$/)
    // The user info is requested with the token in the query and in the header.
    const asked = await user
    expect(asked.headers()['authorization']).toBe(header)
    expect(`Bearer ${new URL(asked.url()).searchParams.get('token')}`).toBe(header)
  })

  test(
    'a path is the same with a slash at its end and in capitals',
    { tag: '@tw' },
    async ({ page, words }) => {
      for (const [path, title] of [
        ['/dashboard/', 'dashboard'],
        ['/DEVICE/base', 'device_base'],
      ] as const) {
        await page.goto(path)
        await expect(heading(page, words.shell.routes[title]), path).toBeVisible()
        await expect(page).toHaveTitle(`${words.shell.routes[title]} - WEB Admin`)
      }
    },
  )

  // One of a kind; console/test has each row.
  test('other addresses redirect to their page', async ({ page, device }) => {
    for (const [from, to] of [
      ['/device/network', '/device/netwrok'],
      ['/auth-redirect?redirect=/system/log', '/system/log'],
      ['/redirect/business/data/parking?status=2', '/business/data/parking?status=2'],
    ] as const) {
      await page.goto(from)
      await expect(page, from).toHaveURL(device.address + to)
      await expect(page.getByRole('heading', { level: 1 }), from).toBeVisible()
    }
  })

  test(
    'any other path shows the 404 page with a link to the dashboard',
    { tag: '@tw' },
    async ({ page, words, allow }) => {
      allow(/404.*\/no\/such\/page/, 'the status of an unknown path')
      await page.goto('/no/such/page')
      await expect(page).toHaveURL(/\/404/)
      await expect(heading(page, words.shell.not_found.title)).toBeVisible()
      await page.getByRole('link', { name: words.shell.not_found.back }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
    },
  )

  test('401 and 404 have their text in the same place; 401 links back', async ({ page, words }) => {
    await page.goto('/device/base')
    await expect(heading(page, words.shell.routes.device_base)).toBeVisible()
    const placeOf = async (path: string, title: string) => {
      await page.goto(path)
      await expect(heading(page, title)).toBeVisible()
      const box = await heading(page, title).boundingBox()
      return { middle: Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2), top: Math.round(box?.y ?? 0) }
    }
    const refused = await placeOf('/401', words.shell.no_permission.title)
    await page.getByRole('button', { name: words.shell.no_permission.back }).click()
    await expect(page).toHaveURL(/\/device\/base$/)
    const missing = await placeOf('/404', words.shell.not_found.title)
    expect(Math.abs(refused.middle - missing.middle)).toBeLessThanOrEqual(1)
    // The texts below may differ by a line.
    expect(Math.abs(refused.top - missing.top)).toBeLessThanOrEqual(24)
  })
})

test.describe('while the device cannot check the session', () => {
  for (const [name, fault, says] of [
    ['the connection is cut', 'cut', (words) => words.errors.unreachable],
    [
      'it is busy',
      answer(200, { code: 6000, message: 'busy', data: {} }),
      (words) => words.errors.codes.busy,
    ],
    ['its server fails', answer(500, 'Internal Server Error'), (words) => words.errors.http(500)],
  ] as [string, Interference, (words: Areas) => string][])
    test(
      `${name}: the token stays, the page says so, and continues by itself`,
      { tag: '@tw' },
      async ({ page, context, device, words, language, allow }) => {
        allow(
          /500|ERR_EMPTY_RESPONSE|ERR_CONNECTION|another origin/,
          'the fault of this test, at an address of its own',
        )
        let faulty = true
        const proxy = await startProxy(device, (path) =>
          faulty && path === '/api/device/get_basic_info' ? fault : undefined,
        )
        const cookies = { language, 'Admin-Token': await device.session() }
        await context.addCookies(
          Object.entries(cookies).map(([name, value]) => ({ name, value, url: proxy.address })),
        )
        await page.clock.install()
        await page.goto(`${proxy.address}/device/base`)
        await expect(heading(page, words.shell.session_unchecked.title)).toBeVisible()
        await expect(page.getByRole('alert')).toContainText(says(words))
        await expect(
          page.getByRole('button', { name: words.shell.session_unchecked.sign_in_again }),
        ).toBeVisible()
        // The page would retry by itself; while its clock is paused, only the button sends a request.
        await page.clock.pauseAt(Date.now() + 60_000)
        // A press does nothing while a request is in flight, as may be the case at the pause.
        await expect(async () => {
          const asked = page.waitForRequest(/get_basic_info/, { timeout: 2_000 })
          await page.getByRole('button', { name: words.errors.retry }).click()
          await asked
        }).toPass()
        faulty = false
        await page.clock.resume()
        await expect(heading(page, words.shell.routes.device_base)).toBeVisible()
        await expect(page).toHaveURL(`${proxy.address}/device/base`)
        proxy.stop()
      },
    )
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
    await expect(page.getByText(words.login.reasons.expired)).toBeVisible()
    expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('Admin-Token')
  })
})

test.describe('without a token', () => {
  test.use({ signed_in: false })

  test('every address redirects to the login, which keeps path and query, but of this device only', async ({
    page,
    device,
    allow,
  }) => {
    allow(/404.*\/no\/such\/page/, 'the status of an unknown path')
    // A redirect is followed first, as the template's router did, so its target is the kept path.
    for (const [path, back] of [
      ['/no/such/page', '/no/such/page'],
      ['/', '/dashboard'],
      ['/business/data/parking?status=2&page=3', '/business/data/parking&status=2&page=3'],
      ['/auth-redirect?redirect=/device/base', '/device/base'],
      ['/auth-redirect?redirect=//example.com/evil', '/dashboard'],
    ] as const) {
      await page.goto(path)
      await expect(page, path).toHaveURL(`${device.address}/login?redirect=${back}`)
    }
  })

  test('/login/ is the login, and signing in opens the dashboard', async ({ page, device, words }) => {
    await page.goto('/login/')
    await expect(page).toHaveURL(`${device.address}/login`)
    await page.getByLabel(words.login.username).fill(username)
    await page.getByLabel(words.login.password, { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${device.address}/dashboard`)
  })

  test('the hash of an address survives the login', async ({ page, device, words }) => {
    await page.goto('/system/log?type=2#top')
    await expect(page).toHaveURL(`${device.address}/login?redirect=/system/log&type=2#top`)
    await page.getByLabel(words.login.username).fill(username)
    await page.getByLabel(words.login.password, { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${device.address}/system/log?type=2#top`)
  })
})
