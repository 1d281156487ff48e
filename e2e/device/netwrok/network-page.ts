/** Helpers of the tests of the network page. */
import { expect, type Page } from '@playwright/test'
import type { Areas } from '@parking/console/locales/areas.ts'
import type { Device } from '#e2e/support/device.ts'

export const field = (page: Page, name: string) => page.getByRole('textbox', { name })
export const trialOf = (page: Page, words: Areas, kind: 'ipv4' | 'dns' | 'vpn' = 'ipv4') =>
  page.getByRole('region', { name: words.network.trial_title[kind] })
export const outcome = (page: Page, words: Areas, reason: keyof Areas['network']['rolled_back']) =>
  page
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: words.network.rolled_back[reason] }) })
export const statePart = (page: Page, words: Areas) =>
  page.getByRole('region', { name: words.network.vpn.state_title })

/** Another address of the device's subnet. */
export const another = ({ machine }: Device) =>
  machine.network.now.ipv4.replace(/\d+$/, (last) => (last === '88' ? '10' : '88'))

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
