/** Helpers of the tests of the network page. */
import { expect, type BrowserContext, type Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import type { Device } from '#e2e/support/device.ts'

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: false })
export const trialOf = (page: Page, words: Areas, kind: 'ipv4' | 'dns' | 'vpn' = 'ipv4') =>
  page.getByRole('region', { name: words.network.trial_title[kind] })
export const outcome = (page: Page, words: Areas, reason: keyof Areas['network']['rolled_back']) =>
  page
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: words.network.rolled_back[reason] }) })

/** Another address of the device's subnet. */
export const another = ({ machine }: Device) => {
  const now = machine.network.now.ipv4
  return now.replace(/\d+$/, (last) => String(Number(last) === 88 ? 10 : 88))
}

/** Opens the page at the device's own address, as an operator does; other tests use 127.0.0.1. */
export async function openAtBox(
  page: Page,
  context: BrowserContext,
  device: Device,
  language: string,
): Promise<void> {
  const { url } = device.machine.network
  await context.addCookies(
    [
      ['language', language],
      ['Admin-Token', await device.signIn()],
    ].map(([name, value]) => ({ name: name!, value: value!, url })),
  )
  await page.goto(`${url}/device/netwrok`)
}

/** Types another address, reviews it and starts the trial. */
export async function begin(page: Page, words: Areas, ipv4: string): Promise<void> {
  await field(page, words.network.ipv4).fill(ipv4)
  await page.getByRole('button', { name: words.network.review }).first().click()
  await page
    .getByRole('dialog', { name: words.network.dialog.ipv4 })
    .getByRole('button', { name: words.network.start_trial })
    .click()
  await expect(trialOf(page, words)).toBeVisible()
}

export const file_lines = [
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
export const fileOf = (lines: readonly string[], name = 'box-17.ovpn') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})
export const importPart = (page: Page, words: Areas) =>
  page.getByRole('region', { name: words.network.vpn.offline })
export const statePart = (page: Page, words: Areas) =>
  page.getByRole('region', { name: words.network.vpn.state_title })
export const pick = (page: Page, file: ReturnType<typeof fileOf>) =>
  page.locator('input[type=file]').setInputFiles(file)

/** Registers a VPN account by a call. */
export async function haveAccount(device: Device, ...more: string[]): Promise<void> {
  await device.call('/api/device/register_vpn_offline', {
    file_name: 'box-17.ovpn',
    content: [...file_lines, ...more].join('\n'),
  })
}

/**
 * Cancels the trial and the VPN account that an earlier test may have left, and allows what a network change
 * causes.
 */
export async function resetNetwork(
  device: Device,
  allow: (pattern: RegExp, because: string) => void,
): Promise<void> {
  if ((await device.call('/api/device/get_trial', {})).state === 'running')
    await device.call('/api/device/cancel_trial', {})
  if ((await device.call('/api/device/get_vpn_info', {})).registered)
    await device.call('/api/device/cancel_vpn', {})
  Object.assign(device.machine.vpn, { server: 'up', installed: true })
  allow(
    /another origin: http:\/\/127\.77\./,
    'the device has an address of its own, and its page probes the old and the new one',
  )
  allow(
    /ERR_CONNECTION_|ERR_ADDRESS_|ERR_NETWORK_|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/,
    'an address that is tried or left does not answer',
  )
}
