/**
 * The alarm tab (spec §3 `alarm_param`, §4 log type 4): a test mail and the reason of its failure; a real
 * alarm that is raised, logged and mailed; and the kinds that are mailed.
 */
import type { Page } from '@playwright/test'
import { mail_password, mail_user } from '@parking/sim/world.ts'
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1, added: 0 } })
test.describe.configure({ mode: 'serial' })

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('zh: tests and saves a mail server; a sign-in attack is raised, listed, mailed and logged', async ({
  page,
  world,
  device,
  words,
}) => {
  const text = words.alarm
  await page.goto('/business/params?tab=alarm')
  await expect(heading(page, words.shell.routes.business_params)).toBeVisible()
  await expect(page.getByText(text.mail_state.off)).toBeVisible()
  const send = page.getByRole('button', { name: text.test, exact: true })
  await expect(send).toHaveAccessibleDescription(text.test_empty)

  const outcome = part(page, text.test_result)
  await box(page, text.fields.email_server).fill('no-such-host.invalid:587')
  await box(page, text.fields.from_email).fill('box@street.test')
  await box(page, text.fields.to_email).fill('duty@street.test\nnobody@street.test')
  await box(page, text.fields.from_user).fill(mail_user)
  await page.getByLabel(text.fields.from_auth).fill('not the password')
  await send.click()
  await expect(outcome).toContainText(text.steps.name)
  await box(page, text.fields.email_server).fill(world.mail.address)
  await send.click()
  await expect(outcome).toContainText(text.steps.sign_in)
  await expect(outcome).toContainText('5.7.8 Authentication credentials invalid')
  await page.getByLabel(text.fields.from_auth).fill(mail_password)
  await world.mail.setBehaviour('accepts', 'expired')
  await send.click()
  await expect(outcome).toContainText(text.tls.expired)
  await world.mail.setBehaviour('no_tls')
  await send.click()
  await expect(outcome).toContainText(text.steps.unencrypted)
  await world.mail.setBehaviour('refuse_recipient')
  await send.click()
  await expect(outcome).toContainText(text.partly)
  await expect(outcome.getByRole('listitem')).toContainText('nobody@street.test：550 5.1.1 No such user here')
  await world.mail.setBehaviour('accepts')
  await box(page, text.fields.to_email).fill('duty@street.test, not an address')
  await box(page, text.fields.to_email).blur()
  await send.click()
  await expect(box(page, text.fields.to_email)).toHaveAccessibleDescription(
    new RegExp(words.errors.issues.email),
  )
  await box(page, text.fields.to_email).fill('duty@street.test')
  await send.click()
  await expect(outcome).toContainText(text.good)
  await expect(outcome).toContainText(text.protections.starttls)
  expect(world.mail.mails.at(-1)).toMatchObject({ recipients: ['duty@street.test'], encrypted: true })
  expect(world.mail.mails.at(-1)?.subject).toContain('测试邮件')

  await page.getByRole('button', { name: words.forms.save, exact: true }).click()
  await expect(page.getByText(words.errors.messages.update_success)).toBeVisible()
  expect(await device.call('/api/parking/get_alarm_param', {})).toMatchObject({
    email_server: world.mail.address,
    from_auth: '',
    from_auth_set: true,
    to_email: ['duty@street.test'],
  })
  await expect(page.getByText(text.mail_state.well)).toBeVisible()

  const guess = async (n: number) =>
    fetch(`${device.address}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: `guess-${n}`, password: 'wrong' }),
    })
  // Exactly as many as raise the alarm, which reports their number at that moment.
  for (let n = 0; n < 10; n++) await guess(n)
  await page.getByRole('link', { name: text.centre, exact: true }).click()
  const row = part(page, words.alarms.open).getByRole('row').filter({ hasText: text.kinds.sign_in })
  await expect(row).toContainText(words.alarms.facts.sign_in('127.0.0.1', 10))
  await row.getByRole('button', { name: words.alarms.show(text.kinds.sign_in) }).click()
  await expect(part(page, words.alarms.open)).toContainText(words.alarms.mails.sent)
  expect(world.mail.mails.at(-1)?.subject).toContain('告警：有人反复尝试登录')
  expect(world.mail.mails.at(-1)?.text).toContain('来自 127.0.0.1')
  await page.goto('/system/log?type=4')
  await expect(
    page.getByText(words.log.says.alarm_raised(words.log.says.alarm_kinds.sign_in, 0)),
  ).toBeVisible()
})

test.describe('tw', () => {
  test.use({ language: 'tw' })
  test('tw: chooses mailed alarms, with conditions, and the language', async ({ page, device, words }) => {
    const text = words.alarm
    await page.goto('/business/params?tab=alarm')
    const rule = part(page, text.mailed)
    await expect(rule).toContainText('剩餘空間不到 5%；回到 8% 以上解除')
    await rule.getByRole('switch', { name: text.kinds.camera_dark }).click()
    await rule.getByRole('combobox', { name: text.language }).selectOption({ label: '繁體中文' })
    await box(page, text.digest_minutes).fill('0')
    await page.getByRole('button', { name: words.forms.save, exact: true }).click()
    await expect(box(page, text.digest_minutes)).toHaveAccessibleDescription(words.errors.issues.too_small(1))
    await box(page, text.digest_minutes).fill('30')
    await page.getByRole('button', { name: words.forms.save, exact: true }).click()
    await expect(page.getByText(text.saved, { exact: true })).toBeVisible()
    expect(await device.call('/api/parking/get_alarm_mail', {})).toMatchObject({
      camera_dark: false,
      language: 'tw',
      digest_minutes: 30,
    })
  })
})

test.describe('on a phone, where the tabs do not all fit into the row', () => {
  test.use({ language: 'tw', viewport: { width: 390, height: 844 }, hasTouch: true })

  test('tabs beyond the edge are announced, and the open one is never covered', async ({ page, words }) => {
    const tabs = page.getByRole('tablist', { name: words.params.label })
    const tab = (name: keyof typeof words.params.tabs) =>
      page.getByRole('tab', { name: words.params.tabs[name] })
    await page.goto('/business/params?tab=platform')
    await expect(tab('platform')).toHaveAttribute('aria-selected', 'true')
    await expect(tabs).toHaveAttribute('data-more')
    // The fade at the edge is 48 px wide.
    const clear = async () => {
      const [row, open] = [await tabs.boundingBox(), await tab('platform').boundingBox()]
      return row!.x + row!.width - open!.x - open!.width
    }
    await expect.poll(clear).toBeGreaterThanOrEqual(48)
    await tab('alg').click()
    await expect(tab('alg')).toHaveAttribute('aria-selected', 'true')
    await tab('history').scrollIntoViewIfNeeded()
    await expect(tabs).not.toHaveAttribute('data-more')
  })
})
