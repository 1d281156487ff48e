/**
 * The answer of each writing call is lost once before, while and after the device acts, by a real TCP proxy
 * and the pages' own buttons: the page never says what is not so. Long because of its table.
 */
import type { Page } from '@playwright/test'
import type { Path } from '@parking/contract'
import type { Areas } from '@parking/console/locales/areas.ts'
import { expect, test } from './fixtures.ts'
import { cuts, startCutLine } from './support/cut-line.ts'
import type { Device } from './support/device.ts'
import { lost_line } from './support/lossy-line.ts'

test.use({ stage: { on_street: 1, added: 1 } })

type Press = (page: Page, words: Areas, turn: number, device: Device) => Promise<unknown>
type Row = {
  call: Path
  at: string
  /** What the device needs before the page is opened. */
  first?: (device: Device, turn: number) => Promise<unknown>
  /** Presses the page's own button; each turn asks for something else. */
  press: Press
}

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const question = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true })
const save = (page: Page, words: Areas) => button(page, words.forms.save).click()
/** Types into a field that can hold any text, and saves. */
const typed =
  (nameIn: (words: Areas) => string, textOf: (turn: number) => string): Press =>
  async (page, words, turn) => {
    await box(page, nameIn(words)).fill(textOf(turn))
    await save(page, words)
  }

const listed = (turn: number) => `203.0.113.${turn + 10}`
const person = (turn: number) => `temp${turn}`

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
]

/** How often the device has carried out this call. */
async function timesDone(device: Device, path: Path): Promise<number> {
  const { list } = await device.call('/api/system/log', { type: 2, page: 1, page_size: 500 })
  return list.filter(({ audit }) => audit?.call === path.split('/').at(-1) && audit?.code === 0).length
}

for (const [index, { call, at, first, press }] of rows.entries())
  test(
    `${call}: the page says what is so, whenever its answer is lost`,
    { tag: index % 2 === 1 ? ['@tw'] : [] },
    async ({ page, context, device, language, words, allow }) => {
      allow(/another origin/, 'the line has an address of its own')
      allow(lost_line, 'the answers are lost on purpose')
      const line = await startCutLine(device)
      try {
        await context.addCookies([
          { name: 'language', value: language, url: line.address },
          { name: 'Admin-Token', value: await device.session(), url: line.address },
        ])
        const messages = page.getByRole('region', { name: words.shell.toasts.label })
        for (const [turn, cut] of cuts.entries()) {
          await first?.(device, turn)
          const before = await timesDone(device, call)
          await page.goto(line.address + at)
          const times = line.times()
          line.cut(call, cut)
          await press(page, words, turn, device)
          await expect.poll(line.times, cut).toBeGreaterThan(times)
          const refused = messages.getByRole('alert')
          if (cut === 'before') {
            await expect(refused.filter({ hasText: words.errors.not_done })).toBeVisible()
            await expect(messages.getByRole('status'), 'no message of success').toHaveCount(0)
            expect(await timesDone(device, call)).toBe(before)
          } else {
            await expect.poll(() => timesDone(device, call)).toBe(before + 1)
            await expect(page.getByText(words.shell.connection_lost.asking)).toBeHidden()
            await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
            await expect(refused, 'no message of a failure').toHaveCount(0)
            expect(await timesDone(device, call), 'carried out once').toBe(before + 1)
          }
        }
      } finally {
        await page.close()
        line.stop()
      }
    },
  )
