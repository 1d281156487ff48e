/** The HTTPS certificate: the one in use, a request, a checked import, and the rollback. */
import { readFile } from 'node:fs/promises'
import certificates from '@parking/sim/peers/mail/certificates.json' with { type: 'json' }
import { expect, heading, test } from '../fixtures.ts'

test.use({ stage: { on_street: 1 } })
test.describe.configure({ mode: 'serial' })

const { ca, good } = certificates

test('the certificate of the device is shown with its fingerprints; nothing can be rolled back', async ({
  page,
  device,
  words,
}) => {
  const text = words.certificate
  await page.goto('/system/certificate')
  await expect(heading(page, words.shell.routes.system_certificate)).toBeVisible()
  const { used } = await device.call('/api/system/get_certificate', {})
  await expect(page.getByText(text.kinds.own, { exact: true })).toBeVisible()
  await expect(page.getByText(text.days_left(used.days_left))).toBeVisible()
  await expect(page.getByText(used.sha256)).toBeVisible()
  await expect(page.getByText(used.key_sha256)).toBeVisible()

  // The evidence key is another key; it signs its successor, and stays listed.
  const { key_id } = await device.call('/api/system/get_device_key', {})
  await expect(page.getByText(key_id)).toBeVisible()
  await page.getByRole('button', { name: text.evidence_rotate }).click()
  const rotation = page.getByRole('alertdialog', { name: text.evidence_rotate_ask })
  await rotation.getByRole('button', { name: text.evidence_rotate }).click()
  await expect(page.getByText(text.evidence_rotated)).toBeVisible()
  const renewed = await device.call('/api/system/get_device_key', {})
  expect(renewed.former.map((former) => former.key_id)).toEqual([key_id])
  for (const shown of [renewed.key_id, key_id]) await expect(page.getByText(shown)).toBeVisible()
  const [former] = renewed.former
  await expect(page.getByText(text.evidence_former(former!.since_str, renewed.since_str))).toBeVisible()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: text.evidence_history }).click()
  const history = JSON.parse(await readFile(await (await downloaded).path(), 'utf8')) as {
    keys: { key_id: string; before: string | null; statement: string | null }[]
  }
  expect(history.keys).toMatchObject([{ key_id }, { key_id: renewed.key_id, before: key_id }])
  await expect(page.getByText(text.plain)).toBeVisible()
  await expect(page.getByRole('button', { name: text.roll_back })).toHaveAccessibleDescription(
    text.roll_back_none,
  )
  const hsts = page.getByRole('switch', { name: text.hsts_label })
  await expect(hsts).toBeDisabled()
  await expect(hsts).toHaveAccessibleDescription(text.hsts_own)
})

test(
  'a request contains the typed names; an invalid name is refused at its field',
  { tag: '@tw' },
  async ({ page, words }) => {
    const text = words.certificate
    await page.goto('/system/certificate')
    const names = page.getByLabel(text.names)
    await names.fill('http://box.example')
    await page.getByRole('button', { name: text.make_request }).click()
    await expect(names).toHaveAccessibleDescription(words.errors.issues.host)
    await names.fill('box.example 192.0.2.10')
    await page.getByLabel(text.organization).fill('停車公司')
    await page.getByRole('button', { name: text.make_request }).click()
    await expect(page.getByLabel(text.made, { exact: true })).toHaveValue(
      /^-----BEGIN CERTIFICATE REQUEST-----/,
    )
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: text.download, exact: true }).click()
    expect((await download).suggestedFilename()).toBe('parking-edge.csr')
  },
)

test('an import is checked, put into use and rolled back', { tag: '@tw' }, async ({ page, words }) => {
  const [text, issues] = [words.certificate, words.errors.issues]
  await page.goto('/system/certificate')
  await page.getByRole('button', { name: text.import }).click()
  const dialog = page.getByRole('dialog', { name: text.import })
  const [chain, key] = [
    dialog.getByLabel(text.chain, { exact: true }),
    dialog.getByLabel(text.key, { exact: true }),
  ]
  const submit = dialog.getByRole('button', { name: text.import })
  await submit.click()
  await expect(chain).toHaveAccessibleDescription(text.required)
  await chain.fill(good.cert + ca)
  await submit.click()
  await expect(chain).toHaveAccessibleDescription(issues.certificate_request)
  await key.fill('-----BEGIN PRIVATE KEY-----')
  await submit.click()
  await expect(key).toHaveAccessibleDescription(issues.certificate_key_pem)
  await key.fill(good.key)
  await chain.fill(good.cert)
  await submit.click()
  await expect(chain).toHaveAccessibleDescription(issues.certificate_chain)
  const file = { name: 'chain.pem', mimeType: 'text/plain', buffer: Buffer.from(good.cert + ca) }
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: text.file_of(text.chain) }).click(),
  ])
  await chooser.setFiles(file)
  await expect(chain).toHaveValue(good.cert + ca)
  await submit.click()
  await expect(page.getByText(text.imported)).toBeVisible()
  await expect(page.getByText(text.kinds.private, { exact: true })).toBeVisible()

  const hsts = page.getByRole('switch', { name: text.hsts_label })
  await hsts.click()
  const warned = page.getByRole('alertdialog', { name: text.hsts_ask })
  await expect(warned).toContainText(text.hsts_private)
  await warned.getByRole('button', { name: text.hsts_go }).click()
  await expect(page.getByText(text.hsts_on(1))).toBeVisible()

  await page.getByRole('button', { name: text.roll_back }).click()
  const question = page.getByRole('alertdialog', { name: text.roll_back_ask })
  await expect(question).toContainText(text.roll_back_own)
  await expect(question).toContainText(text.roll_back_hsts)
  await question.getByRole('button', { name: text.roll_back }).click()
  await expect(page.getByText(text.rolled_back)).toBeVisible()
  await expect(page.getByText(text.kinds.own, { exact: true })).toBeVisible()
})

test.describe('before signing in', () => {
  test.use({ signed_in: false })
  test('the first-visit help names the first user and the protection', async ({ page, words }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: words.login.first_visit }).click()
    await expect(page.getByText(words.login.fingerprint_plain)).toBeVisible()
    await expect(page.getByText(words.login.first_account)).toBeVisible()
  })
})
