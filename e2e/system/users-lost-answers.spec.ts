/**
 * The answer of each writing call is lost once before, while and after the device acts: certificates,
 * sessions and second factors.
 */
import certificates from '@parking/sim/peers/mail/certificates.json' with { type: 'json' }
import { codeAt, fromBase32, step_ms } from '@parking/server/user/totp.ts'
import type { Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import { password, test, username } from '#e2e/fixtures.ts'
import type { Device } from '#e2e/support/device.ts'
import { forgetPassword } from '#e2e/support/forget-password.ts'
import { button, question, tryLostAnswers, type Row } from '#e2e/support/lost-answers.ts'

test.use({ stage: { on_street: 1, added: 1 } })

const { ca, good } = certificates
const imported = { certificate: good.cert + ca, key: good.key }
/** What an authenticator app shows. */
const codeOf = (secret: string) =>
  codeAt(fromBase32(secret.replace(/\s/g, ''))!, Math.floor(Date.now() / step_ms))
async function setSecondFactor({ call }: Device, wanted: boolean) {
  if ((await call('/api/user/second_factor', {})).enabled === wanted) return
  if (!wanted) return void (await call('/api/user/disable_second_factor', {}))
  const { secret } = await call('/api/user/begin_second_factor', {})
  await call('/api/user/enable_second_factor', { secret, code: codeOf(secret) })
}

async function openFromMenu(page: Page, { shell }: Areas, item: 'sessions' | 'second_factor') {
  await page.getByRole('button', { name: new RegExp(`^${shell.header.user}`) }).click()
  await page.getByRole('menuitem', { name: shell.user[item] }).click()
}

const rows: Row[] = [
  {
    call: '/api/system/rotate_device_key',
    at: '/system/certificate',
    async press(page, { certificate: text }) {
      await button(page, text.evidence_rotate).click()
      await question(page, text.evidence_rotate).click()
    },
  },
  {
    call: '/api/system/request_certificate',
    at: '/system/certificate',
    async press(page, { certificate: text }, turn) {
      await page.getByLabel(text.names).fill(`box${turn}.example`)
      await button(page, text.make_request).click()
    },
  },
  {
    call: '/api/system/import_certificate',
    at: '/system/certificate',
    async press(page, { certificate: text }) {
      await button(page, text.import).click()
      const dialog = page.getByRole('dialog', { name: text.import })
      await dialog.getByLabel(text.chain, { exact: true }).fill(imported.certificate)
      await dialog.getByLabel(text.key, { exact: true }).fill(imported.key)
      await dialog.getByRole('button', { name: text.import }).click()
    },
  },
  {
    call: '/api/system/set_hsts',
    at: '/system/certificate',
    first: (device) => device.call('/api/system/import_certificate', imported),
    // An import turns it off again.
    async press(page, { certificate: text }) {
      await page.getByRole('switch', { name: text.hsts_label }).click()
      await question(page, text.hsts_go).click()
    },
  },
  {
    call: '/api/system/roll_back_certificate',
    at: '/system/certificate',
    first: (device) => device.call('/api/system/import_certificate', imported),
    async press(page, { certificate: text }) {
      await button(page, text.roll_back).click()
      await question(page, text.roll_back).click()
    },
  },
  {
    call: '/api/user/confirm_password',
    at: '/system/monitoring',
    first: (device) => device.call('/api/system/renew_metrics_token', {}),
    async press(page, { monitoring: text, shell: { confirm_password: ask } }, _, device) {
      forgetPassword(device)
      await button(page, text.renew).click()
      await question(page, text.renew).click()
      const dialog = page.getByRole('alertdialog', { name: ask.title })
      await dialog.getByLabel(ask.password, { exact: true }).fill(password)
      await dialog.getByRole('button', { name: ask.submit }).click()
    },
  },
  {
    call: '/api/user/end_session',
    at: '/system/whitelist',
    first: (device) => device.signIn(),
    async press(page, words) {
      await openFromMenu(page, words, 'sessions')
      const ends = page.getByRole('dialog').getByRole('button', { name: words.people.end_of('') })
      await ends.first().click()
    },
  },
  {
    call: '/api/user/end_sessions',
    at: '/system/whitelist',
    first: (device) => device.signIn(),
    async press(page, words) {
      await openFromMenu(page, words, 'sessions')
      await button(page, words.people.end_all_others).click()
    },
  },
  {
    call: '/api/user/begin_second_factor',
    at: '/system/whitelist',
    async press(page, words) {
      await openFromMenu(page, words, 'second_factor')
      await button(page, words.people.second_begin).click()
    },
    unlogged: true,
  },
  // While the administrator has a second factor no new session can begin, so these rows are the last.
  {
    call: '/api/user/enable_second_factor',
    at: '/system/whitelist',
    first: (device) => setSecondFactor(device, false),
    async press(page, words) {
      const text = words.people
      await openFromMenu(page, words, 'second_factor')
      await button(page, text.second_begin).click()
      const secret = await page.getByRole('dialog').getByRole('code').innerText()
      await page.getByLabel(text.second_code).fill(codeOf(secret))
      await button(page, text.second_enable).click()
    },
  },
  {
    call: '/api/user/disable_second_factor',
    at: '/system/whitelist',
    first: (device) => setSecondFactor(device, true),
    async press(page, words) {
      await openFromMenu(page, words, 'second_factor')
      await button(page, words.people.second_disable).click()
    },
  },
  {
    call: '/api/user/reset_second_factor',
    at: '/system/users',
    first: (device) => setSecondFactor(device, true),
    async press(page, { people: text }) {
      await button(page, text.second_reset_of(username)).click()
      await question(page, text.second_reset).click()
    },
  },
]

tryLostAnswers(rows)
