/**
 * The VPN tab (spec §2, §3): an account by file or online, start and stop, and a tunnel for all traffic as a
 * trial.
 */
import { startVpnRegistrar, type VpnRegistrar } from '@parking/sim/peers/vpn-registrar.ts'
import type { Page } from '@playwright/test'
import type { Device } from '#e2e/support/device.ts'
import { resetNetwork, outcome, statePart, trialOf } from './network-page.ts'
import { expect, test } from '#e2e/fixtures.ts'

const trial_s = 15

test.use({ stage: { on_street: 0, env: { PARKING_TRIAL_S: String(trial_s) } } })

const file_lines = [
  'client',
  'dev tun',
  'proto udp',
  'remote vpn.example.com 1194',
  'remote 192.0.2.7 443 tcp',
  'cipher AES-256-GCM',
  'route 10.20.0.0 255.255.0.0',
  '<ca>',
  'c2ltdWxhdGVk',
  '</ca>',
]
const pickFile = (page: Page, lines: readonly string[], name = 'box-17.ovpn') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(`${lines.join('\n')}\n`) })

/** Registers a VPN account by a call. */
const registerAccount = (device: Device, ...more: string[]) =>
  device.call('/api/device/register_vpn_offline', {
    file_name: 'box-17.ovpn',
    content: [...file_lines, ...more].join('\n'),
  })

let registrar: VpnRegistrar
test.beforeAll(async () => void (registrar = await startVpnRegistrar()))
test.afterAll(() => registrar.stop())

test.beforeEach(async ({ allow, device }) => {
  await resetNetwork(device, allow)
  Object.assign(registrar, { behaviour: 'accept' })
})

test('VPN by file: shows each issue with its line; nothing is uploaded before the file is valid', async ({
  page,
  device,
  words,
}) => {
  const [text, { issues }] = [words.network.vpn, words.errors]
  const uploads: string[] = []
  page.on('request', (request) => request.url().includes('register_vpn') && uploads.push(request.url()))
  await page.goto('/device/netwrok?tab=vpn')
  await expect(statePart(page, words).getByText(text.none_says)).toBeVisible()
  const part = page.getByRole('region', { name: text.offline })
  for (const [lines, sentence, name] of [
    [file_lines, issues.vpn_file_name, 'box-17.txt'],
    [[' '], text.empty],
    [[...file_lines, `# ${'x'.repeat(70_000)}`], text.too_large('68.5 KB', '64 KB')],
  ] as const) {
    await pickFile(page, lines, name)
    await expect(part.getByRole('alert')).toContainText(sentence)
  }
  const needs = ['up /etc/openvpn/up.sh', 'ca ca.crt', 'made-up-directive 1']
  await pickFile(page, [...file_lines.slice(0, 4), ...needs])
  const alert = part.getByRole('alert')
  await expect(alert).toContainText(text.refused(3))
  await expect(alert.getByRole('listitem').nth(0)).toContainText(
    `${issues.vpn_directive(5)}up /etc/openvpn/up.sh`,
  )
  await expect(alert.getByRole('listitem').nth(1)).toContainText(`${issues.vpn_needs_file(6)}ca ca.crt`)
  await expect(alert.getByRole('listitem').nth(2)).toContainText(`${issues.vpn_line(7)}made-up-directive 1`)
  await expect(part.getByRole('button', { name: text.import, exact: true })).toHaveCount(0)
  expect(uploads).toEqual([])
  await part.getByRole('button', { name: text.other_file }).click()
  await pickFile(page, file_lines)
  await expect(part.getByText(text.clean)).toBeVisible()
  await expect(part).toContainText(`vpn.example.com:1194 UDP${text.and}192.0.2.7:443 TCP`)
  await expect(part).toContainText('AES-256-GCM')
  await expect(part).toContainText('10.20.0.0/16')
  await part.getByRole('button', { name: text.import, exact: true }).click()
  await expect(statePart(page, words).getByText(text.says.off)).toBeVisible()
  await expect(statePart(page, words)).toContainText(text.from_file('box-17.ovpn'))
  expect(await device.call('/api/device/get_vpn_info', {})).toMatchObject({
    registered: true,
    server: 'vpn.example.com:1194',
    status: 'off',
  })
})

test(
  'VPN online: one key is refused, another is accepted once, and no key is ever shown',
  { tag: '@tw' },
  async ({ page, words }) => {
    const text = words.network.vpn
    await page.goto('/device/netwrok?tab=vpn')
    const part = page.getByRole('region', { name: text.online })
    const [address, key, submit] = [
      part.getByRole('textbox', { name: text.register_address }),
      part.getByLabel(text.key),
      part.getByRole('button', { name: text.register, exact: true }),
    ]
    await submit.click()
    await expect(part.getByText(words.errors.issues.required)).toHaveCount(2)
    await address.fill('no such address')
    await address.blur()
    await expect(part.getByText(words.errors.issues.url)).toBeVisible()
    await address.fill(registrar.url)
    await key.fill('a-key-never-handed-out')
    await expect(key).toHaveAttribute('type', 'password')
    await submit.click()
    await expect(part.getByRole('alert')).toContainText(words.errors.reasons.registration_refused)
    const good = registrar.newKey()
    await key.fill(good)
    await submit.click()
    const state = statePart(page, words)
    await expect(state.getByText(text.key_set)).toBeVisible()
    await expect(state).toContainText(registrar.url)
    await page.getByRole('button', { name: text.replace_open, exact: true }).click()
    await expect(part.getByLabel(text.key)).toHaveValue('')
    expect(await page.content()).not.toContain(good)
    expect(
      await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
    ).not.toContain(good)
  },
)

test('a device without OpenVPN says so', async ({ page, device, words }) => {
  device.machine.vpn.installed = false
  await page.goto('/device/netwrok?tab=vpn')
  await expect(page.getByText(words.network.unsupported_vpn)).toBeVisible()
  await expect(page.getByRole('button', { name: words.network.vpn.start, exact: true })).toHaveCount(0)
})

test('the VPN is started, stopped, rejected by its server, and cancelled after a confirmation', async ({
  page,
  device,
  words,
}) => {
  const text = words.network.vpn
  await registerAccount(device)
  await page.goto('/device/netwrok?tab=vpn')
  const state = statePart(page, words)
  await state.getByRole('button', { name: text.start, exact: true }).click()
  await expect(state.getByText(text.says.connected)).toBeVisible()
  await expect(state).toContainText('10.8.0.6')
  await expect(state).toContainText(/5(\.\d)? KB/)
  await expect(state.getByRole('button', { name: text.start, exact: true })).toHaveAttribute(
    'title',
    text.is_on,
  )
  await state.getByRole('button', { name: text.stop, exact: true }).click()
  await expect(state.getByText(text.says.off)).toBeVisible()
  device.machine.vpn.server = 'refuses'
  await state.getByRole('button', { name: text.start, exact: true }).click()
  await expect(state.getByText(text.says.failed)).toBeVisible()
  await expect(state).toContainText('AUTH_FAILED')
  device.machine.vpn.server = 'up'
  await state.getByRole('button', { name: text.again, exact: true }).click()
  await expect(state.getByText(text.says.connected)).toBeVisible()
  await state.getByRole('button', { name: text.cancel, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: text.cancel_ask })
  await question.getByRole('button', { name: words.shell.cancel, exact: true }).click()
  await expect(state.getByText(text.says.connected)).toBeVisible()
  await state.getByRole('button', { name: text.cancel, exact: true }).click()
  await question.getByRole('button', { name: text.cancel, exact: true }).click()
  await expect(state.getByText(text.none_says)).toBeVisible()
  expect(device.machine.vpn.config).toBe('')
})

test('a VPN for all traffic is a reviewed trial, kept or undone', async ({ page, device, words }) => {
  const text = words.network
  await registerAccount(device, 'redirect-gateway def1')
  await page.goto('/device/netwrok?tab=vpn')
  const state = statePart(page, words)
  const start = async () => {
    await state.getByRole('button', { name: text.vpn.start, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: text.dialog.vpn })
    await expect(dialog).toContainText(text.happens.vpn(trial_s).split('\n')[0]!)
    await dialog.getByRole('button', { name: text.start_trial }).click()
    await expect(state.getByText(text.vpn.says.connected)).toBeVisible()
  }
  await start()
  await trialOf(page, words, 'vpn').getByRole('button', { name: text.undo_trial }).click()
  await expect(outcome(page, words, 'asked')).toBeVisible()
  await expect(state.getByText(text.vpn.says.off)).toBeVisible()
  await start()
  await trialOf(page, words, 'vpn').getByRole('button', { name: text.keep, exact: true }).click()
  await expect(page.getByText(text.confirmed_text.vpn)).toBeVisible()
  await expect(state.getByText(text.vpn.says.connected)).toBeVisible()
})
