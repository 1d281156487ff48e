/**
 * The answer of each writing call is lost once before, while and after the device acts, by a real TCP proxy
 * and the pages' own buttons: the page never says what is not so. Long because it is a table.
 */
import { startVpnRegistrar, type VpnRegistrar } from '@parking/sim/peers/vpn-registrar.ts'
import { test } from './fixtures.ts'
import type { Device } from './support/device.ts'
import { box, button, question, save, tryLostAnswers, typed, type Row } from './support/lost-answers.ts'

test.use({ stage: { on_street: 1, added: 1 } })

let registrar: VpnRegistrar
test.beforeAll(async () => void (registrar = await startVpnRegistrar()))
test.afterAll(() => registrar.stop())

const listed = (turn: number) => `203.0.113.${turn + 10}`
const person = (turn: number) => `temp${turn}`
const admitted = (turn: number) => `198.51.100.${turn + 10}`

const vpn_lines = ['client', 'dev tun', 'remote vpn.example.com 1194', '<ca>', 'c2ltdWxhdGVk', '</ca>', '']
const vpn = { file_name: 'box-17.ovpn', content: vpn_lines.join('\n') }
/** The device has an account of a tunnel that is off. */
async function account(device: Device) {
  const { status } = await device.call('/api/device/get_vpn_info', {})
  if (status !== 'off') await device.call('/api/device/stop_vpn', {})
  await device.call('/api/device/register_vpn_offline', vpn)
}

const rows: Row[] = [
  {
    call: '/api/device/set_basic_info',
    at: '/device/base',
    press: typed(
      (words) => words.device.name,
      (turn) => `Kerb ${turn}`,
    ),
  },
  {
    call: '/api/device/set_address',
    at: '/device/base',
    press: typed(
      (words) => words.device.detail_address,
      (turn) => `路 ${turn} 号`,
    ),
  },
  {
    call: '/api/parking/update_alg_param',
    at: '/business/params',
    press: typed(
      (words) => words.alg.fields.track_seconds.label,
      (turn) => String(turn + 20),
    ),
  },
  {
    call: '/api/parking/update_platform_param',
    at: '/business/params?tab=platform',
    press: typed(
      (words) => words.platform.fields.operator_no,
      (turn) => `OP-${turn}`,
    ),
  },
  {
    call: '/api/parking/update_retention',
    at: '/device/storage',
    async press(page, words) {
      const field = box(page, words.disk.keep.fields.manual_days)
      await field.fill(String(Number(await field.inputValue()) + 5))
      await save(page, words)
    },
  },
  {
    call: '/api/system/set_repository',
    at: '/system/application',
    press: typed(
      (words) => words.application.repository_url,
      (turn) => `https://mirror.example/${turn}`,
    ),
  },
  {
    call: '/api/system/add_whitelist',
    at: '/system/whitelist',
    async press(page, { whitelist: text }, turn) {
      await button(page, text.add).first().click()
      const dialog = page.getByRole('dialog', { name: text.dialog })
      await dialog.getByRole('textbox', { name: text.lines }).fill(listed(turn))
      await dialog.getByRole('button', { name: text.save(1) }).click()
    },
  },
  {
    call: '/api/user/add_user',
    at: '/system/users',
    async press(page, { people: text, codes }, turn) {
      await button(page, text.add).click()
      const dialog = page.getByRole('dialog', { name: text.add_title })
      await dialog.getByLabel(text.username).fill(`new${turn}`)
      await dialog.getByRole('radio', { name: codes.role.viewer }).check()
      await dialog.getByRole('button', { name: text.add, exact: true }).click()
    },
  },
  {
    call: '/api/user/reset_user_password',
    at: '/system/users',
    first: (device, turn) =>
      device.call('/api/user/add_user', { username: person(turn), name: '', role: 'viewer' }),
    async press(page, { people: text }, turn) {
      await button(page, text.reset_of(person(turn))).click()
      await question(page, text.reset).click()
    },
  },
  {
    call: '/api/user/delete_user',
    at: '/system/users',
    async press(page, { people: text }, turn) {
      await button(page, text.remove_of(person(turn))).click()
      await question(page, text.remove).click()
    },
  },
  {
    call: '/api/system/renew_metrics_token',
    at: '/system/monitoring',
    first: async (device) => device.call('/api/system/renew_metrics_token', {}),
    async press(page, { monitoring: text }) {
      await button(page, text.renew).click()
      await question(page, text.renew).click()
    },
  },
  {
    call: '/api/user/update_user',
    at: '/system/users',
    first: (device, turn) =>
      device.call('/api/user/add_user', { username: `edit${turn}`, name: '', role: 'viewer' }),
    async press(page, { people: text }, turn) {
      await button(page, text.edit_of(`edit${turn}`)).click()
      const dialog = page.getByRole('dialog', { name: text.edit_title(`edit${turn}`) })
      await dialog.getByRole('switch', { name: text.may_sign_in }).uncheck()
      await dialog.getByRole('button', { name: text.save }).click()
    },
  },
  {
    call: '/api/parking/set_event_sending',
    at: '/device/storage',
    async press(page, { queue: text }, turn) {
      // The first press is not carried out, the second one pauses.
      const name = turn < 2 ? text.pause : text.go_on
      await button(page, name).click()
      await question(page, name).click()
    },
  },
  {
    call: '/api/device/set_time',
    at: '/device/time',
    first: (device) => device.call('/api/device/set_ntp', { ntp_enabled: false, ntp_server: '' }),
    async press(page, { time: text }) {
      await button(page, text.use_browser).click()
      await button(page, text.set).click()
    },
  },
  {
    call: '/api/device/set_ntp',
    at: '/device/time',
    async press(page, { time: text }, turn) {
      await box(page, text.ntp_server).fill(`ntp${turn}.example.com`)
      await button(page, text.save).click()
    },
  },
  {
    call: '/api/device/register_vpn_online',
    at: '/device/netwrok?tab=vpn',
    async first(device) {
      if ((await device.call('/api/device/get_vpn_info', {})).registered)
        await device.call('/api/device/cancel_vpn', {})
    },
    async press(page, { network: { vpn: text } }) {
      const part = page.getByRole('region', { name: text.online })
      await part.getByRole('textbox', { name: text.register_address }).fill(registrar.url)
      await part.getByLabel(text.key).fill(registrar.newKey())
      await part.getByRole('button', { name: text.register, exact: true }).click()
    },
  },
  {
    call: '/api/device/register_vpn_offline',
    at: '/device/netwrok?tab=vpn',
    first: account,
    async press(page, { network: { vpn: text } }) {
      await button(page, text.replace_open).click()
      await page.locator('input[type=file]').setInputFiles({
        name: vpn.file_name,
        mimeType: 'text/plain',
        buffer: Buffer.from(vpn.content),
      })
      await button(page, text.import).click()
    },
  },
  {
    call: '/api/device/start_vpn',
    at: '/device/netwrok?tab=vpn',
    first: account,
    press: (page, { network: { vpn: text } }) => button(page, text.start).click(),
  },
  {
    call: '/api/device/stop_vpn',
    at: '/device/netwrok?tab=vpn',
    async first(device) {
      await account(device)
      await device.call('/api/device/start_vpn', {})
    },
    press: (page, { network: { vpn: text } }) => button(page, text.stop).click(),
  },
  {
    call: '/api/device/cancel_vpn',
    at: '/device/netwrok?tab=vpn',
    first: account,
    async press(page, { network: { vpn: text } }) {
      await button(page, text.cancel).click()
      await question(page, text.cancel).click()
    },
  },
  {
    call: '/api/system/put_off_step',
    at: '/business/params?tab=platform&install=platform',
    press: (page, { install: text }) => button(page, text.put_off).click(),
  },
  {
    call: '/api/system/delete_whitelist',
    at: '/system/whitelist',
    first: (device, turn) =>
      device.call('/api/system/add_whitelist', { list: [{ address: admitted(turn), comment: '' }] }),
    async press(page, { whitelist: text }, turn) {
      await button(page, text.delete_one(admitted(turn))).click()
      await question(page, text.delete).click()
    },
  },
]

tryLostAnswers(rows)
