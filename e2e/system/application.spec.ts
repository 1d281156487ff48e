/**
 * The software (spec §2, §7): versions, repository, a refresh with the reason of its failure, and an update
 * that survives a reload and a restart of the server. Long because each failure of apt runs in both
 * languages.
 */
import type { Page } from '@playwright/test'
import { asRole } from '../support/as-role.ts'
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1, analysis: true } })
test.describe.configure({ mode: 'serial' })

const home = 'http://packages.example/parking'
const row = (page: Page, name: string) => page.locator('tbody').getByRole('row').filter({ hasText: name })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

let release = 2
test.beforeEach(async ({ device }) => {
  const { packages } = device.machine
  packages.kill()
  packages.pace(0)
  Object.assign(packages, { site: 'good', locked: false, disk_full: false })
  Object.assign(packages.offered, { 'parking-edge': `0.${release}.0`, 'parking-analysis': `2.4.${release}` })
  release += 1
  await expect
    .poll(async () => (await device.call('/api/system/apt_status', {})).state)
    .toMatch(/idle|failed/)
  await device.call('/api/system/set_repository', { repository: home })
  await device.call('/api/system/set_auto_update', { auto_update: false })
})

test('a failed refresh shows its reason until dismissed or retried', async ({ page, device, words }) => {
  const { application: text, errors } = words
  const { packages } = device.machine
  await page.goto('/system/application')
  const refresh = page.getByRole('button', { name: text.refresh, exact: true })
  const box = page.getByRole('alert').filter({ hasText: text.failed_refresh })
  for (const [site, reason] of [
    ['unreachable', 'unreachable'],
    ['unsigned', 'unsigned'],
    ['no_name', 'name_unknown'],
  ] as const) {
    packages.site = site
    await refresh.click()
    await expect(box).toContainText(errors.reasons[reason])
    await expect(box).toContainText(text.advice[reason])
  }
  await expect(box).toContainText("Could not resolve 'packages.example'")
  await page.reload()
  await expect(box).toContainText(errors.reasons.name_unknown)
  await box.getByRole('button', { name: text.dismiss, exact: true }).click()
  await expect(box).toBeHidden()
  await page.reload()
  await expect(refresh).toBeVisible()
  await expect(box).toBeHidden()

  Object.assign(packages, { site: 'good', locked: true })
  await refresh.click()
  await expect(box).toContainText(errors.reasons.locked)
  await expect(box).toContainText('is held by process')
  Object.assign(packages, { locked: false, disk_full: true })
  await box.getByRole('button', { name: text.retry, exact: true }).click()
  await expect(box).toContainText(errors.reasons.disk_full)
  packages.disk_full = false
  await box.getByRole('button', { name: text.retry, exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: text.done_refresh })).toBeVisible()
  await expect(box).toBeHidden()
})

test(
  'an invalid repository is rejected at its field; a valid one is saved, an empty one removes it',
  { tag: '@tw' },
  async ({ page, device, words }) => {
    const { application: text, errors, forms } = words
    await page.goto('/system/application')
    const form = part(page, text.repository)
    const box = form.getByRole('textbox', { name: text.repository_url })
    const save = page.getByRole('button', { name: forms.save, exact: true })
    await expect(box).toHaveValue(home)
    for (const wrong of [
      'ftp://packages.example/x',
      'http://user:secret@packages.example/x',
      'packages.example',
    ]) {
      await box.fill(wrong)
      await save.click()
      await expect(box).toHaveAccessibleDescription(errors.issues.repository)
    }
    await box.fill('http://169.254.169.254/latest')
    await save.click()
    await expect(box).toHaveAccessibleDescription(errors.issues.url_forbidden)
    await box.fill('https://mirror.example:8443/stable')
    await save.click()
    await expect(page.getByText(errors.messages.update_success)).toBeVisible()
    await expect(form.getByText(text.repository_next)).toBeVisible()
    expect(await device.call('/api/system/get_repository', {})).toEqual({
      repository: 'https://mirror.example:8443/stable',
    })
    await page.reload()
    await expect(box).toHaveValue('https://mirror.example:8443/stable')
    await box.fill('')
    await save.click()
    await expect.poll(() => device.call('/api/system/get_repository', {})).toEqual({ repository: '' })
  },
)

test('a device without apt says so', async ({ page, device, words }) => {
  const text = words.application
  for (const program of ['apt-cache', 'apt-get']) device.machine.installed(program, false)
  await page.goto('/system/application')
  await expect(page.getByRole('alert').filter({ hasText: text.unsupported_says })).toContainText(
    words.errors.messages.unsupported,
  )
  await expect(page.getByRole('button', { name: text.refresh, exact: true })).toHaveAccessibleDescription(
    text.why_unsupported,
  )
  for (const program of ['apt-cache', 'apt-get']) device.machine.installed(program, true)
})

test('an update lists the new versions and what they bring, and survives a reload and a restart', async ({
  page,
  device,
  words,
  language,
  allow,
}) => {
  const text = words.application
  const { packages } = device.machine
  const { list: before } = await device.call('/api/system/software_version', {})
  const next = { ...packages.offered }
  await page.goto('/system/application')
  await expect(heading(page, words.shell.routes.system_application)).toBeVisible()
  await expect(row(page, 'parking-edge')).toContainText(before[0]?.installed ?? '')
  const update = page.getByRole('button', { name: text.update, exact: true })

  await page.getByRole('button', { name: text.refresh, exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: text.done_refresh })).toBeVisible()
  await expect(row(page, 'parking-edge')).toContainText(text.available)
  await expect(row(page, 'parking-edge')).toContainText(next['parking-edge'] ?? '')
  const news = page.getByRole('region', { name: text.news, exact: true })
  await expect(news.getByRole('listitem')).toHaveText(packages.notes[language])

  packages.pace('by hand')
  await update.click()
  const question = page.getByRole('alertdialog', { name: text.update_ask })
  for (const one of before)
    await expect(question).toContainText(`${one.installed} → ${next[one.package] ?? ''}`)
  await expect(question).toContainText(text.update_restarts)
  await expect(question).toContainText(text.update_power)
  await question.getByRole('button', { name: words.shell.cancel, exact: true }).click()
  expect((await device.call('/api/system/apt_status', {})).state).toBe('idle')
  await update.click()
  await question.getByRole('button', { name: text.update, exact: true }).click()

  const bar = page.getByRole('progressbar', { name: text.updating })
  await expect(bar).toBeVisible()
  await expect(page.getByText('Retrieving file 1 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: text.refresh, exact: true })).toHaveAccessibleDescription(
    text.why_updating,
  )
  for (let step = 0; step < 3; step++) packages.step()
  await expect(page.getByText('Unpacking parking-edge (amd64)')).toBeVisible()
  await page.reload()
  await expect(bar).toBeVisible()
  await expect(row(page, 'parking-edge')).toContainText(before[0]?.installed ?? '')
  await expect(bar).toHaveAttribute('value', '10')

  allow(
    /ERR_CONNECTION_REFUSED|request failed|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/,
    'the update restarts the service',
  )
  await device.stop('power cut')
  await expect(page.getByText(text.restarting)).toBeVisible()
  await device.start()
  await expect(page.getByText(text.restarting)).toBeHidden()
  await expect(page.getByText('Unpacking parking-edge (amd64)')).toBeVisible()
  packages.pace(0)
  packages.step()
  await expect(page.getByRole('status').filter({ hasText: text.done_update })).toBeVisible()
  await expect(row(page, 'parking-edge')).toContainText(text.newest)
  await expect(row(page, 'parking-analysis')).toContainText(text.newest)
  await expect(
    page.getByRole('status').filter({ hasText: text.new_console(next['parking-edge'] ?? '') }),
  ).toBeVisible()
  await page.getByRole('button', { name: text.reload, exact: true }).click()
  await expect(update).toHaveAccessibleDescription(text.why_newest)
  await expect(page.getByRole('status').filter({ hasText: text.done_update })).toBeVisible()
})

test('a failed update keeps the installed versions and shows its reason', async ({ page, device, words }) => {
  const { application: text, errors } = words
  await device.call('/api/system/update_software_cache', {})
  device.machine.packages.disk_full = true
  await page.goto('/system/application')
  await page.getByRole('button', { name: text.update, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: text.update, exact: true }).click()
  const box = page.getByRole('alert').filter({ hasText: text.failed_update })
  await expect(box).toContainText(errors.reasons.disk_full)
  await expect(box).toContainText(text.advice.disk_full)
  await expect(row(page, 'parking-edge')).toContainText(text.available)
})

test('automatic updates are turned on and off', async ({ page, words }) => {
  const text = words.application
  await page.goto('/system/application')
  const knob = page.getByRole('switch', { name: text.auto_label })
  await expect(knob).not.toBeChecked()
  await knob.click()
  await expect(page.getByText(text.auto_on_done)).toBeVisible()
  await expect(knob).toBeChecked()
  await page.reload()
  await expect(knob).toBeChecked()
  await expect(knob).toHaveAccessibleDescription(text.auto_on)
  await knob.click()
  await expect(page.getByText(text.auto_off_done)).toBeVisible()
  await expect(knob).not.toBeChecked()
})

test('a viewer may do neither; an operator may check for new versions', async ({ page, device, words }) => {
  const { application: text, forms } = words
  await device.call('/api/system/update_software_cache', {})
  await page.goto('/system/application')
  const [refresh, update] = [
    page.getByRole('button', { name: text.refresh, exact: true }),
    page.getByRole('button', { name: text.update, exact: true }),
  ]
  await expect(row(page, 'parking-edge')).toContainText(text.available)
  await asRole(device, 'viewer', async () => {
    await page.reload()
    await expect(refresh).toHaveAccessibleDescription(text.why_role_refresh)
    await expect(update).toHaveAccessibleDescription(text.why_role_update)
    await expect(page.getByRole('switch', { name: text.auto_label })).toBeDisabled()
    await expect(part(page, text.repository).getByRole('textbox')).not.toBeEditable()
    await expect(part(page, text.repository).getByText(forms.read_only)).toBeVisible()
  })
  await asRole(device, 'operator', async () => {
    await page.reload()
    await expect(update).toHaveAccessibleDescription(text.why_role_update)
    await refresh.click()
    await expect(page.getByRole('status').filter({ hasText: text.done_refresh })).toBeVisible()
  })
})

test('the third-party notices open from the versions @tw', async ({ page, context, words }) => {
  await page.goto('/system/application')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: words.application.notices, exact: true }).click()
  const notices = await opened
  await expect(notices.locator('body')).toContainText('第三方軟體聲明')
  await expect(notices.locator('body')).toContainText('fastify')
  await expect(notices.locator('body')).toContainText('https://github.com/libvips/libvips')
})
