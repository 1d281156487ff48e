/** The console over HTTPS with the device's certificate: sign-in, cookies, pictures, live view, sign-out. */
import { request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { expect, heading, password, test, username } from './fixtures.ts'
import { reportEvents } from './support/report-events.ts'

test.use({
  signed_in: false,
  ignoreHTTPSErrors: true,
  stage: { on_street: 1, added: 1, env: { PARKING_TLS: 'on' } },
})
test.describe.configure({ mode: 'serial' })

async function signIn(page: Page, words: Areas): Promise<void> {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/^https:.*\/login/)
  await page.getByLabel(words.login.username).fill(username)
  await page.getByLabel(words.login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.login.submit, exact: true }).click()
  await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
}

test(
  'a user signs in, sees events and the live view, and signs out',
  { tag: '@tw' },
  async ({ page, context, device, world, words, allow }) => {
    await reportEvents(device, world, [{ plate_number: '粤B12345' }])
    await signIn(page, words)

    const cookies = await context.cookies()
    const bound = cookies.find(({ name }) => name.startsWith('__Host-'))
    expect(bound).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })
    expect(await page.evaluate(() => document.cookie)).not.toContain('__Host-')
    expect(cookies.find(({ name }) => name === 'Admin-Token')).toMatchObject({
      secure: true,
      sameSite: 'Strict',
    })

    await page.goto('/business/data/parking')
    await page.getByRole('row').filter({ hasText: '12345' }).first().click()
    const detail = page.getByRole('dialog', { name: words.events.detail, exact: true })
    const open_picture = words.events.open_picture(words.events.kinds.image)
    const picture = detail.getByRole('button', { name: open_picture }).locator('img')
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)

    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    const { serial, name } = world.cameras[0]!
    await page.goto(`/business/sceneConfig?camera_sn=${serial}`)
    await page.getByRole('button', { name: words.camera.live.open, exact: true }).click()
    const live = page.getByRole('dialog', { name: words.camera.live.title(name) })
    await expect(live.getByRole('status')).toHaveText(words.camera.live.live)
    expect(sockets.length).toBeGreaterThan(0)
    expect(sockets.filter((url) => !url.startsWith('wss:'))).toEqual([])
    await page.keyboard.press('Escape')

    allow(/404.*\/media\//, 'the home page asks for a picture while its session ends')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: new RegExp(`^${words.shell.header.user}`) }).click()
    await page.getByRole('menuitem', { name: words.shell.user.logout }).click()
    await expect(page).toHaveURL(/\/login/)
    // The browser's token no longer works, even with its cookie.
    const cookie = cookies.map((one) => `${one.name}=${one.value}`).join('; ')
    const token = cookies.find((one) => one.name === 'Admin-Token')?.value ?? ''
    const replayed = await page.request.post(`${device.address}/api/device/get_basic_info`, {
      data: {},
      headers: { authorization: `Bearer ${token}`, cookie },
    })
    expect(await replayed.json()).toMatchObject({ code: 4000 })
  },
)

test('a browser that does not trust the certificate caches nothing, and loads only one part twice', async ({
  page,
  words,
}) => {
  await signIn(page, words)
  await page.goto('/business/data/parking')
  await expect(heading(page, words.shell.routes.business_parking)).toBeVisible()
  /** Number of repeated downloads of scripts. */
  const twice = () =>
    page.evaluate(() => {
      const loads = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const scripts = loads.filter(({ name, transferSize }) => name.endsWith('.js') && transferSize > 0)
      return scripts.length - new Set(scripts.map(({ name }) => name)).size
    })
  expect(await twice()).toBe(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: words.shell.palette.title })).toBeVisible()
  await page.keyboard.press('Escape')
  const first = await twice()
  expect(first).toBeLessThan(4)
  await page.getByRole('link', { name: words.shell.routes.business_manual }).click()
  await expect(heading(page, words.shell.routes.business_manual)).toBeVisible()
  expect(await twice()).toBe(first)
})

test('HTTP redirects to HTTPS, and an unencrypted call is refused', async ({ device, page, words }) => {
  const { hostname, port } = new URL(device.address)
  const ask = async (method: string, path: string, accept: string) => {
    const headers = { accept, 'content-type': 'application/json' }
    const asked = request({ hostname, port, method, path, headers }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return answer
  }
  const opened = await ask('GET', '/device/base', 'text/html')
  expect([opened.statusCode, opened.headers.location]).toEqual([307, `${device.address}/device/base`])
  expect((await ask('POST', '/api/user/login', 'application/json')).statusCode).toBe(403)
  await page.goto(opened.headers.location ?? '')
  await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeVisible()
})
