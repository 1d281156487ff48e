/** The console behind a proxy as its distribution ships it: what works, and what it says of the rest. */
import { expect, heading, password, test, username } from './fixtures.ts'
import { startProxy } from './support/proxy.ts'
import { startStockProxy } from './support/stock-proxy.ts'
import type { Areas } from '@parking/console/locales/areas.ts'
import type { Page } from '@playwright/test'

test.use({ signed_in: false, stage: { on_street: 1, added: 1 } })

async function signIn(page: Page, address: string, words: Areas): Promise<void> {
  await page
    .context()
    .addCookies((await page.context().cookies()).map(({ name, value }) => ({ name, value, url: address })))
  await page.goto(`${address}/login`)
  await page.getByLabel(words.login.username).fill(username)
  await page.getByLabel(words.login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.login.submit, exact: true }).click()
}

test(
  'HTTP/1.0, another Host and no WebSocket: a user signs in and sees the live view as pictures',
  { tag: '@tw' },
  async ({ page, device, world, words, allow }) => {
    allow(/WebSocket|404|another origin/, 'the proxy passes no WebSocket on, and has an address of its own')
    const proxy = await startStockProxy(device.address)
    try {
      await signIn(page, proxy.address, words)
      await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
      const { serial, name } = world.cameras[0]!
      await page.goto(`${proxy.address}/business/sceneConfig?camera_sn=${serial}`)
      const { live } = words.camera
      await page.getByRole('button', { name: live.open, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: live.title(name) })
      await expect(dialog.getByRole('status')).toHaveText(live.live)
      await expect(dialog.getByRole('note')).toHaveText(live.because.proxy)
      const picture = dialog.getByRole('img', { name: live.of(name) })
      const first = await picture.getAttribute('src')
      await expect(picture).not.toHaveAttribute('src', first ?? '')
      await world.cameras[0]!.setPower(false)
      await expect(dialog.getByRole('alert')).toHaveText(words.camera.reasons.port)
      await world.cameras[0]!.setPower(true)
      await expect(dialog.getByRole('status')).toHaveText(live.live)
    } finally {
      proxy.stop()
    }
  },
)

test('another Host without Sec-Fetch-Site: what was compared', async ({ page, device, words, allow }) => {
  allow(/another origin/, 'the proxy has an address of its own')
  const proxy = await startStockProxy(device.address, ['sec-fetch-site'])
  try {
    await signIn(page, proxy.address, words)
    const compared = `Origin: ${proxy.address}, Host: ${new URL(device.address).host}`
    await expect(page.getByRole('alert')).toHaveText(words.login.host_changed(compared))
  } finally {
    proxy.stop()
  }
})

test(
  'the console names the proxy that answered with a page of its own',
  { tag: '@tw' },
  async ({ page, device, words, allow }) => {
    allow(/413|502|another origin/, 'the fault of this test')
    let status = 502
    const proxy = await startProxy(device, (path) =>
      path === '/api/user/login' ? { status, type: 'text/html', body: '<html>nginx</html>' } : undefined,
    )
    try {
      await signIn(page, proxy.address, words)
      await expect(page.getByRole('alert')).toHaveText(words.login.no_upstream(502))
      status = 413
      await page.getByRole('button', { name: words.login.submit, exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText(words.login.foreign(413))
    } finally {
      proxy.stop()
    }
  },
)
