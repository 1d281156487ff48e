/**
 * The answer of each call of a network trial is lost once before, while and after the device acts
 * (support/lost-answers.ts).
 */
import { test } from '#e2e/fixtures.ts'
import type { Device } from '#e2e/support/device.ts'
import { button, tryLostAnswers, type Press, type Row } from '#e2e/support/lost-answers.ts'
import { another, field, resetNetwork } from './network-page.ts'

test.use({ stage: { on_street: 0 } })
test.beforeEach(({ allow, device }) => resetNetwork(device, allow))

const at = '/device/netwrok'
const nameServer = ({ machine }: Device) =>
  machine.network.now.dns[0] === '127.77.0.53' ? '127.77.0.54' : '127.77.0.53'

async function noTrial({ call }: Device): Promise<void> {
  const { state } = await call('/api/device/get_trial', {})
  if (state === 'running') await call('/api/device/cancel_trial', {})
}
async function trial(device: Device): Promise<void> {
  await noTrial(device)
  const dns = await device.call('/api/device/get_dns', {})
  await device.call('/api/device/set_dns', { ...dns, dns_main: nameServer(device) })
}
/** Types one field, reviews the change and starts its trial. */
const change =
  (kind: 'ipv4' | 'dns'): Press =>
  async (page, { network: text }, _turn, device) => {
    const [name, value] = kind === 'ipv4' ? [text.ipv4, another(device)] : [text.dns_main, nameServer(device)]
    await field(page, name).fill(value)
    const review = page.getByRole('button', { name: text.review })
    await (kind === 'ipv4' ? review.first() : review.last()).click()
    const dialog = page.getByRole('dialog', { name: text.dialog[kind] })
    await dialog.getByRole('button', { name: text.start_trial }).click()
  }

const rows: Row[] = [
  { call: '/api/device/set_ipv4', at, first: noTrial, press: change('ipv4') },
  { call: '/api/device/set_dns', at, first: noTrial, press: change('dns') },
  {
    call: '/api/device/confirm_trial',
    at,
    first: trial,
    press: (page, { network: text }) => button(page, text.keep).click(),
  },
  {
    call: '/api/device/cancel_trial',
    at,
    first: trial,
    press: (page, { network: text }) => button(page, text.undo_trial).click(),
  },
]

tryLostAnswers(rows)
