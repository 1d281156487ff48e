/** The second factor: set up with the code of an app, asked for at sign-in, recovered, and reset. */
import { codeAt, fromBase32, step_ms } from '@parking/server/user/totp.ts'
import { expect, heading, password, test, username } from '../fixtures.ts'

test.use({ stage: { on_street: 1 } })
test.describe.configure({ mode: 'serial' })

/** What an authenticator app shows; `ahead` is the next code, which the device accepts too. */
const codeOf = (secret: string, ahead = 0) =>
  codeAt(fromBase32(secret.replace(/\s/g, ''))!, Math.floor(Date.now() / step_ms) + ahead)

let secret = ''
let recovery: string[] = []

test('a user scans the code, enters two codes, keeps recovery codes', async ({ page, words }) => {
  const text = words.people
  await page.goto('/dashboard')
  await page.getByRole('button', { name: new RegExp(`^${words.shell.header.user}`) }).click()
  await page.getByRole('menuitem', { name: words.shell.user.second_factor }).click()
  const dialog = page.getByRole('dialog', { name: text.second })
  await expect(dialog.getByText(text.second_off, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: text.second_begin }).click()
  await expect(dialog.getByRole('img', { name: text.second_qr })).toBeVisible()
  secret = await dialog.getByRole('code').innerText()
  await dialog.getByLabel(text.second_code).fill('000000')
  await dialog.getByRole('button', { name: text.second_enable }).click()
  await expect(dialog.getByText(words.errors.issues.code_wrong)).toBeVisible()
  await dialog.getByLabel(text.second_code).fill(codeOf(secret))
  await dialog.getByRole('button', { name: text.second_enable }).click()
  const codes = page.getByRole('dialog', { name: text.second_codes })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  recovery = await codes.getByRole('listitem').allInnerTexts()
  await codes.getByRole('checkbox', { name: text.second_noted }).check()
  await codes.getByRole('button', { name: text.done }).click()
  await expect(codes).toBeHidden()
})

test.describe('signed out', () => {
  test.use({ signed_in: false })

  test(
    'the sign-in asks for the code, which works once; a recovery code works too',
    { tag: '@tw' },
    async ({ page, words }) => {
      const text = words.login
      const signIn = async (code: string) => {
        await page.goto('/login')
        await page.getByLabel(text.username).fill(username)
        await page.getByLabel(text.password, { exact: true }).fill(password)
        await page.getByRole('button', { name: text.submit, exact: true }).click()
        await page.getByLabel(text.code, { exact: true }).fill(code)
        await page.getByRole('button', { name: text.submit, exact: true }).click()
      }
      const code = codeOf(secret, 1)
      await signIn(code)
      await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
      await page.context().clearCookies({ name: 'Admin-Token' })
      await signIn(code)
      await expect(page.getByRole('alert')).toHaveText(text.code_wrong)
      await page.getByLabel(text.code, { exact: true }).fill(recovery[0]!)
      await page.getByRole('button', { name: text.submit, exact: true }).click()
      await expect(heading(page, words.shell.routes.dashboard)).toBeVisible()
    },
  )
})

test('an administrator resets the second factor', async ({ page, words }) => {
  const text = words.people
  await page.goto('/system/users')
  await page.getByRole('button', { name: text.second_reset_of(username) }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: text.second_reset }).click()
  await expect(page.getByText(text.second_reset_done)).toBeVisible()
  await expect(page.getByRole('button', { name: text.second_reset_of(username) })).toHaveCount(0)
})
