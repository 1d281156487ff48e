/** The user log is verified in plain words, even against a head from outside; exported; sent by syslog. */
import { readFile } from 'node:fs/promises'
import { X509Certificate } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { join } from 'node:path'
import { openChainFile } from '@parking/server/system/audit/chain.store.ts'
import { verifyExport } from '@parking/server/system/audit/verify-file.ts'
import certificates from '@parking/sim/peers/mail/certificates.json' with { type: 'json' }
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { asRole } from '../support/as-role.ts'
import { violations } from '../measures/violations.ts'

test.use({ stage: { on_street: 1 } })
test.describe.configure({ mode: 'serial' })

async function openCheck(page: Page, words: { check: string }) {
  await page.goto('/system/log?type=2')
  await page.getByRole('button', { name: words.check }).click()
  return page.getByRole('dialog', { name: words.check })
}

test('an intact log is reported, with its head; the export verifies', async ({ page, device, words }) => {
  const text = words.audit
  await device.call('/api/device/set_basic_info', { name: '深南大道-01' })
  const dialog = await openCheck(page, text)
  await dialog.getByRole('button', { name: text.go }).click()
  await expect(dialog.getByText(text.intact, { exact: true })).toBeVisible()
  await expect(dialog.getByText(text.intact_alone)).toBeVisible()
  const { head } = await device.call('/api/system/verify_audit', {})
  await expect(dialog.getByText(head)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel(text.known).fill(head)
  await dialog.getByRole('button', { name: text.go }).click()
  await expect(dialog.getByText(text.intact_known)).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: text.download }).click()
  const file = await (await download).path()
  expect(verifyExport((await readFile(file, 'utf8')).split('\n')).findings).toEqual([])
})

test('an edited link and a truncated end are reported', { tag: '@tw' }, async ({ page, device, words }) => {
  const text = words.audit
  await device.call('/api/device/set_basic_info', { name: '信義路-02' })
  const { head } = await device.call('/api/system/verify_audit', {})
  const [chain_id = '', seq = '', hash = ''] = head.split(':')
  await device.stop()
  const chain = openChainFile(join(device.folder, 'data', 'audit.db'))
  chain.run("UPDATE content SET content = content || ' ' WHERE seq = 2")
  chain.close()
  await device.start()
  const dialog = await openCheck(page, text)
  await dialog.getByLabel(text.known).fill('ff:2:ff')
  await dialog.getByRole('button', { name: text.go }).click()
  await expect(dialog.getByLabel(text.known)).toHaveAccessibleDescription(text.known_wrong)
  const later = Number(seq) + 1_000
  await dialog.getByLabel(text.known).fill(`${chain_id}:${later}:${hash}`)
  await dialog.getByRole('button', { name: text.go }).click()
  await expect(dialog.getByText(text.altered, { exact: true })).toBeVisible()
  await expect(dialog.getByText(text.findings.edited(2, 2))).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: later.toLocaleString('en') })).toContainText(
    text.findings.cut(1, 1).split('：')[1] ?? '',
  )
  // The device finds the edited link by itself, too.
  let said = ''
  await expect.poll(() => (said += device.complaints().join())).toContain('audit_chain_part')
})

test('syslog is set, tested and reported', async ({ page, words }) => {
  const [text, forms] = [words.audit, words.forms]
  let heard = ''
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => void (heard += chunk.toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await page.goto('/system/log')
  const card = page.getByRole('region', { name: text.syslog })
  await card.getByLabel(text.host).fill('127.0.0.1')
  await card.getByLabel(text.port).fill(String(port))
  await card.getByRole('combobox', { name: text.protocol }).selectOption('tcp')
  await card.getByRole('button', { name: text.test }).click()
  await expect(card.getByRole('region', { name: text.test_result })).toContainText(text.good)
  await expect.poll(() => heard).toContain('这是一条测试消息')
  await card.getByRole('switch', { name: text.enabled }).check()
  await page.getByRole('button', { name: forms.save, exact: true }).click()
  await expect(page.getByText(text.saved)).toBeVisible()
  await expect(card.getByText(text.states.sending)).toBeVisible()
  await expect.poll(() => heard).toContain('update_syslog')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await card.getByRole('switch', { name: text.enabled }).uncheck()
  await page.getByRole('button', { name: forms.save, exact: true }).click()
  await expect(card.getByText(text.states.off)).toBeVisible()
  server.close()
})

test(
  'a self-signed certificate is read, compared and accepted for syslog',
  { tag: '@tw' },
  async ({ page, words }) => {
    const [text, trust, errors] = [words.audit, words.server_trust, words.errors]
    let heard = ''
    const listen = ({ key, cert }: { key: string; cert: string }, at: number) =>
      new Promise<TlsServer>((resolve) => {
        const server: TlsServer = createTlsServer({ key, cert }, (socket) => {
          socket.on('error', () => undefined)
          socket.on('data', (chunk) => void (heard += chunk.toString()))
        }).listen(at, '127.0.0.1', () => resolve(server))
      })
    let server = await listen(certificates.self_signed, 0)
    const { port } = server.address() as AddressInfo
    await page.goto('/system/log')
    const card = page.getByRole('region', { name: text.syslog })
    await card.getByLabel(text.host).fill('127.0.0.1')
    await card.getByLabel(text.port).fill(String(port))
    await card.getByRole('combobox', { name: text.protocol }).selectOption('tls')
    await card.getByRole('button', { name: text.test }).click()
    const result = card.getByRole('region', { name: text.test_result })
    await expect(result).toContainText(text.bad)
    await expect(result).toContainText(errors.reasons.tls_self_signed)

    const group = card.getByRole('group', { name: trust.label })
    await group.getByRole('radio', { name: trust.kinds.key }).check()
    await expect(group.getByText(errors.issues.server_trust)).toBeVisible()
    await group.getByRole('button', { name: trust.fetch }).click()
    const presented = group.getByRole('region', { name: trust.presented(`127.0.0.1:${port}`) })
    await expect(presented.getByText(trust.problems.self_signed)).toBeVisible()
    const { fingerprint256 } = new X509Certificate(certificates.self_signed.cert)
    await expect(presented.getByText(fingerprint256)).toBeVisible()
    await presented.getByRole('button', { name: trust.accept }).click()
    await expect(presented.getByText(trust.accepted)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await card.getByRole('button', { name: text.test }).click()
    await expect(result).toContainText(text.good)
    await expect.poll(() => heard).toContain('这是一条测试消息')

    // Another server at the same address.
    server.close()
    server = await listen(certificates.good, port)
    await card.getByRole('button', { name: text.test }).click()
    await expect(result).toContainText(errors.reasons.tls_other_key)
    await page.getByRole('button', { name: words.forms.undo, exact: true }).click()
    server.close()
  },
)

test('a viewer neither verifies the log nor sees where it is sent', async ({ page, device, words }) => {
  await asRole(device, 'viewer', async () => {
    await page.goto('/system/log')
    await expect(page.getByRole('button', { name: words.audit.check })).toHaveAccessibleDescription(
      words.audit.check_role,
    )
    await expect(page.getByRole('region', { name: words.audit.syslog })).toHaveCount(0)
  })
})
