/**
 * The commissioning file on a phone: made by the console, refused if it is damaged or shows
 * a secret, compared by its code, and applied with one press.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { checkCode, document_bytes } from '@parking/contract/config-document/config-document-rules.ts'
import { bytesText } from '@parking/console/lib/bytes.ts'
import { expect, heading, test } from '../fixtures.ts'
import { violations } from '../measures/violations.ts'

test.use({
  stage: { on_street: 1, platform: true },
  viewport: { width: 390, height: 844 },
  hasTouch: true,
})

const pick = (page: Page, name: string, content: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })

type File = { checksum: string; sections: Record<string, Record<string, unknown>> }

/** The file with a secret in clear, and a checksum that fits: keys are sorted, as the device writes them. */
function withSecret(content: string): string {
  const { checksum: _, ...file } = JSON.parse(content) as File
  file.sections['platform_param']!['extra_info'] = '{"app_secret":"canary"}'
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toSorted(([one], [other]) => (one < other ? -1 : 1))
              .map(([key, inner]) => [key, sorted(inner)]),
          )
        : value
  const text = JSON.stringify(sorted(file))
  return JSON.stringify({ ...file, checksum: `sha256:${createHash('sha256').update(text).digest('hex')}` })
}

test('made by the console, opened on the phone', async ({ page, device, words }) => {
  const [text, install, errors] = [words.config_document, words.install, words.errors.issues]
  await device.call('/api/device/set_basic_info', { name: '深南大道-01' })
  const { host_sn } = await device.call('/api/device/get_basic_info', {})

  // The console of a configured box makes the file.
  await page.goto('/business/params?tab=document')
  await page.getByRole('radio', { name: text.export.purposes.commissioning.name }).check()
  const go = page.getByRole('button', { name: text.export.go, exact: true })
  const name = page.getByRole('textbox', { name: text.commissioning.name })
  await expect(name).toHaveValue('深南大道-{sn}')
  await name.fill('')
  await expect(go).toHaveAccessibleDescription(text.commissioning.why_name)
  await name.fill('深南大道-{sn}')
  const own_name = `深南大道-${host_sn.slice(-6)}`
  await expect(page.getByText(text.commissioning.name_says('{sn}', own_name))).toBeVisible()
  await page.getByRole('checkbox', { name: text.sections.alarm_param }).uncheck()
  expect.soft(await violations(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), go.click()])
  const content = await readFile(await download.path(), 'utf8')
  const file = JSON.parse(content) as File
  expect(Object.keys(file.sections).toSorted()).toEqual(['device', 'platform_param', 'storage_param', 'time'])
  const code = checkCode(file.checksum)
  await expect(page.getByRole('region', { name: text.export.title }).getByText(code)).toBeVisible()

  // The installer opens it: each file that is not whole gets its sentence.
  for (const [file_name, spoilt, says] of [
    ['half.json', content.slice(0, content.length / 2), errors.document_cut],
    ['newer.json', content.replace('"version": 1', '"version": 9'), errors.document_newer(9)],
    ['photo.json', '\u00ff\u00d8', errors.document_foreign],
    ['edited.json', content.replace('深南大道', '深南小道'), errors.document_changed],
    ['secret.json', withSecret(content), errors.document_secret],
    [
      'large.json',
      content + ' '.repeat(5 * 1024 * 1024),
      text.import.large(bytesText(content.length + 5 * 1024 * 1024), bytesText(document_bytes)),
    ],
  ] as const) {
    await page.goto('/install')
    await pick(page, file_name, spoilt)
    await expect(page.getByRole('alert')).toContainText(says)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  // The whole one is shown with its code, and applied with one press.
  await device.call('/api/parking/update_platform_param', { operator_no: 'OP-1' })
  await page.goto('/install')
  await pick(page, 'kerb.parking.json', content)
  await expect(heading(page, words.params.commissioning)).toBeVisible()
  await expect(page.getByText(code)).toBeVisible()
  const row = (what: string) => page.getByRole('listitem').filter({ hasText: what })
  await expect(row(words.platform.fields.operator_no)).toContainText('OP-1')
  await expect(row(words.platform.fields.operator_no)).toContainText('OP-0755')
  await expect(row(own_name)).toContainText('深南大道-01')
  expect.soft(await violations(page)).toEqual([])
  await page
    .getByRole('button', { name: new RegExp(`^${text.import.apply_all(0).replace('0', '\\d+')}`) })
    .click()
  await expect(page.getByRole('textbox', { name: words.device.name, exact: true })).toHaveValue(own_name)
  await expect(page.getByText(install.step_of(1, 9, install.steps.place))).toBeVisible()
  expect((await device.call('/api/parking/get_platform_param', {})).operator_no).toBe('OP-0755')
})
