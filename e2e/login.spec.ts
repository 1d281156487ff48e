/**
 * The login page (spec §2, §5): prompts, hints, failures, both languages; the password and logout of the user
 * menu. Long because each refusal of the two forms is tested in a browser.
 */
import { expect, heading, password, test, username } from './fixtures.ts'
import { startProxy } from './support/proxy.ts'
import { dictionaries } from './support/words.ts'

test.use({ signed_in: false, stage: { on_street: 1 } })

test('requires both fields, each with a prompt, without a request', async ({ page, words }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/login')
  asked.length = 0
  await page.getByRole('button', { name: words.login.submit, exact: true }).click()
  await expect(page.getByText(words.login.username_required)).toBeVisible()
  await expect(page.getByText(words.login.password_required)).toBeVisible()
  await expect(page.getByLabel(words.login.username)).toBeFocused()
  await expect(page.getByLabel(words.login.username)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(words.login.username).fill('   ')
  await page.getByLabel(words.login.password, { exact: true }).fill('x')
  await page.keyboard.press('Enter')
  await expect(page.getByText(words.login.username_required)).toBeVisible()
  await expect(page.getByText(words.login.password_required)).toBeHidden()
  expect(asked.filter((url) => url.endsWith('/api/user/login'))).toEqual([])
})

test(
  'refuses a wrong password, then signs in with a trimmed name and opens the requested page',
  { tag: '@tw' },
  async ({ page, words }) => {
    await page.goto('/device/base')
    await expect(page).toHaveURL(/\/login\?redirect=\/device\/base$/)
    await page.getByLabel(words.login.username).fill(`  ${username} `)
    await page.getByLabel(words.login.password, { exact: true }).fill('wrong-one')
    await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(words.login.wrong)
    await page.getByLabel(words.login.password, { exact: true }).fill(password)
    await page.getByRole('button', { name: words.login.submit, exact: true }).click()
    await expect(heading(page, words.shell.routes.device_base)).toBeVisible()
    await expect(page).toHaveTitle(`${words.shell.routes.device_base} - WEB Admin`)
  },
)

test('shows the password, warns of caps lock and names the person to ask', async ({ page, words }) => {
  await page.goto('/login')
  const secret = page.getByLabel(words.login.password, { exact: true })
  await secret.fill('Secret#1')
  await expect(secret).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: words.login.show_password }).click()
  await expect(secret).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: words.login.hide_password }).click()
  await expect(secret).toHaveAttribute('type', 'password')
  await secret.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true, bubbles: true })
  await expect(page.getByText(words.login.caps_lock)).toBeVisible()
  await secret.blur()
  await expect(page.getByText(words.login.caps_lock)).toBeHidden()
  await page.getByRole('button', { name: words.login.forgot }).click()
  await expect(page.getByText(words.login.forgot_hint)).toBeVisible()
})

test('the language can be chosen before signing in and is remembered', async ({ page, context }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: '繁體' }).click()
  await expect(heading(page, dictionaries.tw.login.title)).toBeVisible()
  await expect(page.getByText(dictionaries.tw.login.switched)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW')
  await page.reload()
  await expect(heading(page, dictionaries.tw.login.title)).toBeVisible()
  expect((await context.cookies()).find((cookie) => cookie.name === 'language')?.value).toBe('tw')
})

test.describe('before its script has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('Enter sends nothing, so the password is not in the URL', async ({ page, device, words, allow }) => {
    allow(/request failed: GET \/assets\/.* csp/, 'the browser of this test runs no scripts')
    await page.goto('/login')
    await page.getByLabel(words.login.username).fill(username)
    await page.getByLabel(words.login.password, { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeDisabled()
    await expect(page.getByLabel(words.login.password, { exact: true })).toHaveValue(password)
    expect(page.url()).toBe(`${device.address}/login`)
  })
})

test('Enter before the page can act on it signs in when it can', async ({ page, device, words, allow }) => {
  allow(/another origin/, 'a proxy with an address of its own holds a file back')
  let release!: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  const entry = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(`${device.address}/login`)).text())![1]
  const proxy = await startProxy(device, (path) =>
    /^\/assets\/login-.*\.js$/.test(path) && path !== entry ? { hold: () => released } : undefined,
  )
  await page.goto(`${proxy.address}/login`, { waitUntil: 'domcontentloaded' })
  await page.getByLabel(words.login.username).fill(username)
  await page.getByLabel(words.login.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeDisabled()
  release()
  await expect(page).toHaveURL(`${proxy.address}/dashboard`)
  proxy.stop()
})

test.describe('without a cookie the browser decides', () => {
  for (const [locale, title] of [
    ['zh-TW', dictionaries.tw.login.title],
    ['zh-HK', dictionaries.tw.login.title],
    ['zh-CN', dictionaries.zh.login.title],
    ['en-US', dictionaries.zh.login.title],
  ] as const) {
    test.describe(locale, () => {
      test.use({ locale })
      test(`is shown ${title}`, async ({ page, context }) => {
        await context.clearCookies()
        await page.goto('/login')
        await expect(heading(page, title)).toBeVisible()
      })
    })
  }
})

test('an unreachable device gets a sentence, the input stays', async ({ page, device, words, allow }) => {
  allow(
    /ERR_CONNECTION_(REFUSED|RESET)/,
    'the server is down on purpose, also for what is prefetched during typing',
  )
  await page.goto('/login')
  await page.getByLabel(words.login.username).fill(username)
  await page.getByLabel(words.login.password, { exact: true }).fill(password)
  await device.stop()
  await page.getByRole('button', { name: words.login.submit, exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(words.login.unreachable)
  await device.start()
  await page.getByRole('button', { name: words.login.submit, exact: true }).click()
  await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
})

test.describe('signed in', () => {
  test.use({ signed_in: true })

  test('the user menu logs out: the login keeps the path, and the token is revoked', async ({
    page,
    context,
    device,
    words,
  }) => {
    await page.goto('/business/data/parking?status=2')
    const token = (await context.cookies()).find((cookie) => cookie.name === 'Admin-Token')?.value ?? ''
    await page.getByRole('button', { name: new RegExp(`^${words.shell.header.user}`) }).click()
    await page.getByRole('menuitem', { name: words.shell.user.logout }).click()
    await expect(page).toHaveURL(`${device.address}/login?redirect=%2Fbusiness%2Fdata%2Fparking%3Fstatus%3D2`)
    expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('Admin-Token')
    const answer = await fetch(`${device.address}/api/device/get_basic_info`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
    expect(await answer.json()).toMatchObject({ code: 4000 })
  })

  test('the password is changed in the menu; errors are at their fields', async ({ page, device, words }) => {
    const text = words.shell.password
    const change = async (old: string, chosen: string, repeat = chosen) => {
      await page.getByLabel(text.old, { exact: true }).fill(old)
      await page.getByLabel(text.new, { exact: true }).fill(chosen)
      await page.getByLabel(text.repeat, { exact: true }).fill(repeat)
      await page.getByRole('dialog').getByRole('button', { name: text.submit, exact: true }).click()
    }
    const open = async () => {
      await page.getByRole('button', { name: new RegExp(`^${words.shell.header.user}`) }).click()
      await page.getByRole('menuitem', { name: text.title }).click()
    }
    await page.goto('/dashboard')
    await open()
    await change(password, 'short#1')
    await expect(page.getByText(words.errors.issues.too_short(8))).toBeVisible()
    await change(password, 'nosymbol123')
    await expect(page.getByText(words.errors.issues.password, { exact: true })).toBeVisible()
    await change(password, 'Lamp-post-77', 'Lamp-post-78')
    await expect(page.getByText(text.mismatch)).toBeVisible()
    await change('not-the-old-1', 'Lamp-post-77')
    await expect(page.getByText(words.errors.issues.password_wrong).first()).toBeVisible()
    await change(password, 'Lamp-post-77')
    await expect(page.getByText(words.errors.messages.change_password_success)).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await open()
    await change('Lamp-post-77', password)
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.reload()
    await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
    await expect.poll(() => device.signIn()).toMatch(/.{20}/)
  })

  test('after a password change on a slow link, answers to the old session do not end the new one', async ({
    page,
    device,
    words,
    allow,
  }) => {
    allow(/another origin/, 'the connection has an address of its own')
    const text = words.shell.password
    // The answer to the change is held back until a call of the old session has been refused.
    const refused = page.waitForResponse(
      async (response) => (await response.text()).startsWith('{"code":4000'),
      { timeout: 0 },
    )
    const connection = await startProxy(device, (path) =>
      path === '/api/user/change_password' ? { hold: () => refused } : undefined,
    )
    await page.goto(`${connection.address}/dashboard`)
    await page.getByRole('button', { name: new RegExp(`^${words.shell.header.user}`) }).click()
    await page.getByRole('menuitem', { name: text.title }).click()
    await page.getByLabel(text.old, { exact: true }).fill(password)
    await page.getByLabel(text.new, { exact: true }).fill('Lamp-post-77')
    await page.getByLabel(text.repeat, { exact: true }).fill('Lamp-post-77')
    await page.getByRole('dialog').getByRole('button', { name: text.submit, exact: true }).click()
    await expect(page.getByText(words.errors.messages.change_password_success)).toBeVisible()
    await refused
    await page.reload()
    await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
    await page.close()
    connection.stop()
    await device.signIn('Lamp-post-77')
    await device.call('/api/user/change_password', { old_password: 'Lamp-post-77', new_password: password })
  })
})
