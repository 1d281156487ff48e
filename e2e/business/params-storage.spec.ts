/**
 * The object storage tab (spec §3 `storage_param`, §9): a wrong secret fails at its step, the right one
 * passes all steps, the template shows an example and a name clash, and the input is saved.
 */
import type { Page } from '@playwright/test'
import { storage_bucket, storage_sign_in } from '@parking/sim/world.ts'
import type { Areas } from '@parking/console/locales/areas.ts'
import { asRole } from '../support/as-role.ts'
import { expect, heading, test } from '../fixtures.ts'
import { violations } from '../measures/violations.ts'

test.use({ stage: { on_street: 1, added: 0 } })
test.describe.configure({ mode: 'serial' })

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const step = (page: Page, words: Areas, name: keyof Areas['object_storage']['steps']) =>
  part(page, words.object_storage.test)
    .getByRole('listitem')
    .filter({ hasText: words.object_storage.steps[name] })

test('zh: tests unsaved input until all steps pass, shows names by the template, and saves', async ({
  page,
  world,
  device,
  words,
}) => {
  const text = words.object_storage
  const at = text.at.s3
  Object.assign(world.s3, { behaviour: 'answers', clock_ms: 0, denied: [] })
  await page.goto('/business/params?tab=storage')
  await expect(heading(page, words.shell.routes.business_params)).toBeVisible()
  const run = part(page, text.test).getByRole('button')
  const verdict = (name: string) => page.getByRole('region', { name, exact: true })

  await run.click()
  await expect(box(page, text.fields.endpoint)).toHaveAccessibleDescription(words.errors.issues.required)
  await box(page, text.fields.endpoint).fill(world.s3.url)
  await expect(page.getByText(text.plain)).toBeVisible()
  await box(page, at.username).fill(storage_sign_in.username)
  await box(page, at.directory).fill(`${storage_bucket}/kerb-01`)
  // An empty password is reported at its field, and not as an error of the program.
  await run.click()
  await expect(page.getByLabel(at.password)).toHaveAccessibleDescription(
    new RegExp(words.errors.issues.required),
  )
  await expect(page.getByRole('button', { name: words.shell.header.errors(1) })).toHaveCount(0)
  await page.getByLabel(at.password).fill('not-the-secret')
  // The button moves up as the error disappears, so a press at the same moment could miss it.
  await expect(page.getByLabel(at.password)).not.toHaveAccessibleDescription(
    new RegExp(words.errors.issues.required),
  )
  await run.click()
  const wrong = verdict(text.bad(text.steps.signin))
  await expect(wrong).toContainText(text.reasons.signin)
  await expect(wrong).toContainText(text.advice.signin)
  await expect(wrong).toContainText('SignatureDoesNotMatch')
  await expect(step(page, words, 'connect')).toContainText(text.passed)
  await expect(step(page, words, 'signin')).toContainText(text.failed)
  await expect(step(page, words, 'write')).toContainText(text.untried)
  await expect(step(page, words, 'tls')).toHaveCount(0)

  await page.getByLabel(at.password).fill(storage_sign_in.password)
  world.s3.clock_ms = -3 * 3_600_000
  await run.click()
  await expect(verdict(text.bad(text.steps.signin))).toContainText(text.reasons.clock)
  await expect(verdict(text.bad(text.steps.signin))).toContainText(text.skew(text.ahead(text.hours(3))))
  expect.soft(await violations(page)).toEqual([])
  Object.assign(world.s3, { clock_ms: 0, behaviour: 'hangs' })
  await run.click()
  await expect(part(page, text.test).getByRole('status').first()).toHaveText(text.now(text.steps.signin))
  await expect(step(page, words, 'connect')).toContainText(text.passed)
  world.s3.releaseStalled()
  await expect(verdict(text.bad(text.steps.signin))).toContainText(text.advice.cut)
  Object.assign(world.s3, { behaviour: 'answers', denied: ['remove'] })
  await run.click()
  await expect(verdict(text.good)).toContainText(`${text.good_upload}${text.good_unsaved}`)
  await expect(verdict(text.good)).toContainText(/parking-edge-test-/)
  await expect(step(page, words, 'remove')).toContainText(text.unneeded)
  Object.assign(world.s3, { denied: [] })
  await run.click()
  await expect(verdict(text.good)).toContainText(`${text.good_all}${text.good_unsaved}`)
  await expect(step(page, words, 'remove')).toContainText(text.passed)
  expect(world.s3.objects.size, 'what could not be removed is tried again by the device later').toBe(1)

  const key = box(page, text.fields.key_re)
  const example = part(page, text.key).getByRole('status')
  await key.fill('街景/{date}/{lot_no}.{ext}')
  await expect(example).toContainText(text.clashes.pictures)
  await key.fill('街景/{date}/{lot_no}-{n}.{ext}')
  await expect(example).toContainText(text.clashes.reopened)
  await expect(example).toContainText(/街景\/\d{8}\/A01-1\.jpg/)
  await key.fill('街景/{nothing}')
  await key.blur()
  await expect(key).toHaveAccessibleDescription(words.errors.issues.key_field)
  await key.fill('街景/{lot_no}-{n}-.{ext}')
  await key.evaluate((input: HTMLInputElement) => input.setSelectionRange(16, 16))
  await part(page, text.key).getByRole('button', { name: text.parts.uuid }).click()
  await expect(key).toHaveValue('街景/{lot_no}-{n}-{uuid}.{ext}')
  await expect(example).toContainText(`${storage_bucket}/kerb-01/街景/A01-1-`)

  await page.getByRole('button', { name: words.forms.save, exact: true }).click()
  await expect(page.getByText(words.errors.messages.update_success)).toBeVisible()
  expect(await device.call('/api/parking/get_storage_param', {})).toMatchObject({
    endpoint: world.s3.url,
    password: '',
    password_set: true,
    key_re: '街景/{lot_no}-{n}-{uuid}.{ext}',
  })
  await run.click()
  await expect(verdict(text.good)).toContainText(text.good_all)
  await page
    .getByRole('combobox', { name: text.fields.protocol })
    .selectOption({ label: words.codes.storage_protocol.ftp })
  await box(page, text.fields.endpoint).fill(world.ftp.url)
  await expect(
    page.getByLabel(text.at.ftp.password),
    'the stored password goes nowhere else',
  ).toHaveAccessibleDescription(words.errors.issues.secret_place)
  await box(page, text.at.ftp.directory).fill('kerb-01')
  await page.getByLabel(text.at.ftp.password).fill(storage_sign_in.password)
  await run.click()
  await expect(verdict(text.good)).toBeVisible()
  expect([...world.ftp.files.keys(), ...world.ftp.folders]).toEqual(['/'])
})

test.describe('tw', () => {
  test.use({ language: 'tw', theme: 'dark' })

  test("shows each provider's labels, and explains a failure", async ({ page, world, device, words }) => {
    const text = words.object_storage
    await asRole(device, 'operator', async () => {
      await page.goto('/business/params?tab=storage')
      await expect(part(page, text.test).getByRole('button')).toHaveAccessibleDescription(text.test_role)
      await expect(box(page, text.fields.endpoint)).not.toBeEditable()
    })
    world.s3.behaviour = 'page'
    await page.reload()
    const protocol = page.getByRole('combobox', { name: text.fields.protocol })
    const help = page.getByText(text.help.protocol)
    await expect(help, 'the helps are folded').toBeHidden()
    await expect(protocol, 'a screen reader reads them all the same').toHaveAccessibleDescription(
      text.help.protocol,
    )
    await page.getByRole('button', { name: words.forms.helps_show }).click()
    await expect(help).toBeVisible()
    await page.getByRole('button', { name: words.forms.helps_hide }).click()
    await expect(help).toBeHidden()
    for (const [name, label] of Object.entries(words.codes.storage_protocol)) {
      await protocol.selectOption({ label })
      await expect(box(page, text.fields.endpoint)).toHaveAccessibleDescription(
        `${text.at[name as keyof typeof text.at].endpoint_hint} ${text.help.endpoint}`,
      )
    }
    await page.getByRole('button', { name: words.forms.undo, exact: true }).click()
    await part(page, text.test).getByRole('button').click()
    await expect(page.getByRole('region', { name: text.bad(text.steps.write), exact: true })).toContainText(
      text.reasons.not_storage,
    )
    await page.getByRole('textbox', { name: text.fields.key_re }).fill('{n}')
    await expect(part(page, text.key).getByRole('status')).toContainText(text.clashes.reopened)
    expect.soft(await violations(page)).toEqual([])
    world.s3.behaviour = 'answers'
  })
})
