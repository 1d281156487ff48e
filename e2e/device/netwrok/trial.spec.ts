/**
 * The ends of a network trial (docs/decisions/0012) that take time: timeout, confirmation at the new address,
 * a killed server, a power cut. The device is served at its simulated address, and really leaves it.
 */
import type { BrowserContext, Page } from '@playwright/test'
import type { Device } from '#e2e/support/device.ts'
import { another, begin, resetNetwork, field, outcome, trialOf } from './network-page.ts'
import { expect, heading, password, test, username } from '#e2e/fixtures.ts'

/** Duration of a trial in seconds: long enough to sign in at another address on a busy machine. */
const trial_s = 25
const over_ms = (trial_s + 15) * 1_000

test.use({ stage: { on_street: 0, env: { PARKING_TRIAL_S: String(trial_s) } } })
test.describe.configure({ timeout: 90_000 })

test.beforeEach(({ allow, device }) => resetNetwork(device, allow))

/** Opens the page at the device's own address, as an operator does; other tests use 127.0.0.1. */
async function openAtBox(page: Page, context: BrowserContext, device: Device, language: string) {
  const { url } = device.machine.network
  await context.addCookies([
    { name: 'language', value: language, url },
    { name: 'Admin-Token', value: await device.signIn(), url },
  ])
  await page.goto(`${url}/device/netwrok`)
}

test('timeout: the page counts down, finds the device at the old address, and shows the reason', async ({
  language,
  page,
  context,
  device,
  words,
}) => {
  const text = words.network
  const old_url = device.machine.network.url
  await openAtBox(page, context, device, language)
  await begin(page, words, another(device))
  const trial = trialOf(page, words)
  const places = trial.getByRole('listitem')
  await expect(trial.getByText(text.phase.old_address_gone)).toBeVisible()
  await expect(places.filter({ hasText: text.old_address }).getByText(text.address_states.down)).toBeVisible()
  await expect(places.filter({ hasText: text.new_address }).getByText(text.address_states.up)).toBeVisible()
  await expect(trial.getByRole('timer')).toContainText(/\d/)
  await expect(outcome(page, words, 'silence')).toContainText(text.rolled_back_says.silence, {
    timeout: over_ms,
  })
  await expect(outcome(page, words, 'silence')).toContainText(text.still)
  await expect(field(page, text.ipv4)).toBeVisible()
  expect(device.machine.network.url).toBe(old_url)
  await page.getByRole('button', { name: text.dismiss }).click()
  await page.reload()
  await expect(field(page, text.ipv4)).toBeVisible()
  await expect(page.getByRole('heading', { name: text.rolled_back.silence })).toBeHidden()
})

test('a change is confirmed at the new address after signing in; its token is sent only for that', async ({
  counting,
  language,
  page,
  context,
  device,
  words,
}) => {
  const text = words.network
  const target = another(device)
  const asked: string[] = []
  context.on(
    'request',
    (request) => void asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`),
  )
  await context.addCookies([{ name: 'language', value: language, url: `http://${target}` }])
  await openAtBox(page, context, device, language)
  await counting('network_trial')
  await begin(page, words, target)
  const link = trialOf(page, words).getByRole('link', { name: text.open_new })
  // The link becomes primary once the new address answers.
  await expect(link).toHaveAttribute('data-variant', 'primary')
  const token = new URL((await link.getAttribute('href')) ?? '').hash.replace('#confirm=', '')
  expect(token.length).toBeGreaterThan(20)
  const [there] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(heading(there, words.login.title)).toBeVisible()
  expect(there.url()).not.toContain(token)
  await expect(there.getByText(words.login.on_trial)).toBeVisible()
  await there.getByRole('textbox', { name: words.login.username }).fill(username)
  await there.locator('#password').fill(password)
  await there.getByRole('button', { name: words.login.submit, exact: true }).click()
  const trial = trialOf(there, words)
  await expect(trial.getByText(text.phase.confirmable)).toBeVisible()
  expect(there.url()).toBe(`http://${target}:${new URL(device.address).port}/device/netwrok`)
  await trial.getByRole('button', { name: text.keep, exact: true }).click()
  await expect(there.getByRole('heading', { name: text.confirmed })).toBeVisible()
  await expect(there.getByText(text.confirmed_text.ipv4(target))).toBeVisible()
  await expect(field(there, text.ipv4)).toHaveValue(target)
  await counting()
  expect(device.machine.network.now.ipv4).toBe(target)
  expect(await there.evaluate(() => sessionStorage.getItem('network-trial-token'))).toBeNull()
  expect(asked.filter((line) => line.includes(token))).toEqual([])
  // The page at the old address detects it too.
  await expect(page.getByText(text.phase.kept_at_new_address)).toBeVisible({ timeout: over_ms + 15_000 })
  await expect(page.getByRole('link', { name: text.open_plain })).toHaveAttribute(
    'href',
    new RegExp(`^http://${target}:\\d+/device/netwrok$`),
  )
})

test('a killed server and a power cut: both roll back, and each shows its reason', async ({
  page,
  device,
  words,
  allow,
}) => {
  allow(/HTTP 5\d\d/, 'the server was killed on purpose')
  const before = device.machine.network.now.ipv4
  for (const reason of ['crash', 'power_cut'] as const) {
    await page.goto('/device/netwrok')
    const target = another(device)
    await begin(page, words, target)
    await expect.poll(() => device.machine.network.now.ipv4).toBe(target)
    await device.stop('power cut')
    if (reason === 'power_cut') device.machine.network.reboot()
    await device.start()
    await expect(outcome(page, words, reason)).toContainText(words.network.rolled_back_says[reason], {
      timeout: over_ms,
    })
    expect(device.machine.network.now.ipv4).toBe(before)
  }
})
