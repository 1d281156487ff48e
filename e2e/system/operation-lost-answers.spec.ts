/**
 * The answer of each call after which the device restarts is lost once before, while and after the device
 * acts: the page says what is so, and what the answer shows once (a password, a certificate) is not lost.
 */
import type { Page } from '@playwright/test'
import type { Path } from '@parking/contract'
import type { Areas } from '@parking/console/locales/areas.ts'
import { expect, password, test } from '../fixtures.ts'
import { cuts, startCutLine } from '../support/cut-line.ts'
import type { Device } from '../support/device.ts'
import { lost_line } from '../support/lossy-line.ts'
import { away, beginningOf, overlay } from '../support/planned-restart.ts'

test.use({ stage: { on_street: 1, added: 1 } })

type CutLine = Awaited<ReturnType<typeof startCutLine>>
type Act = {
  call: Path
  first?: (device: Device) => Promise<unknown>
  /** Opens the dialog, and the name of its button. */
  open: (page: Page, words: Areas, device: Device) => Promise<string>
  /** The page after the restart. */
  after: (page: Page, words: Areas, device: Device, line: CutLine) => Promise<unknown>
}

const kept = (...keep: ('network' | 'users' | 'cameras' | 'params' | 'events')[]) => ({
  ipv4: '192.168.1.100',
  netmask: '255.255.255.0',
  gateway: '192.168.1.1',
  keep,
})
const restore = (device: Device, users: boolean) =>
  device.call(
    '/api/system/set_restore_config',
    users ? kept('network', 'users', 'events') : kept('network', 'events'),
  )
const openRestore = async (page: Page, { operation: { restore: text } }: Areas) => {
  await page.getByRole('button', { name: text.act }).click()
  return text.go
}
async function noteSecret(page: Page, words: Areas, device: Device) {
  const text = words.shell.coming_back.password
  const cover = overlay(page, text.title)
  await cover.getByRole('checkbox', { name: text.noted }).check()
  const secret = await cover.getByRole('definition').last().innerText()
  await cover.getByRole('button', { name: text.go_on }).click()
  await expect(page.getByText(words.login.reasons.restore)).toBeVisible()
  await device.signIn(secret.trim())
  const body = { old_password: secret.trim(), new_password: password }
  await device.call('/api/user/change_password', body)
  await device.signIn()
}

const acts: Act[] = [
  {
    call: '/api/system/reboot',
    async open(page, { operation: { reboot } }) {
      await page.getByRole('button', { name: reboot.act }).click()
      return reboot.go
    },
    after: (page, words) =>
      expect(page.getByText(beginningOf(words.shell.coming_back.done.reboot))).toBeVisible(),
  },
  {
    call: '/api/system/restore',
    first: (device) => restore(device, true),
    open: openRestore,
    after: (page, words) =>
      expect(page.getByText(beginningOf(words.shell.coming_back.done.restore))).toBeVisible(),
  },
  {
    call: '/api/system/bring_back_snapshot',
    async open(page, { operation: { snapshots: text } }, device) {
      const [newest] = (await device.call('/api/system/list_snapshots', {})).list
      await page.getByRole('button', { name: text.act_named(newest!.name), exact: true }).click()
      return text.go
    },
    after: (page, words) => expect(page.getByText(words.login.reasons.bring_back)).toBeVisible(),
  },
  {
    call: '/api/system/restore',
    first: (device) => restore(device, false),
    open: openRestore,
    after: noteSecret,
  },
  {
    call: '/api/system/erase_for_good',
    async open(page, { operation: { erase } }) {
      await page.getByRole('button', { name: erase.act }).click()
      return erase.go
    },
    async after(page, words, _, line) {
      const text = words.shell.coming_back.erased
      const cover = page.getByRole('alertdialog', { name: text.title })
      await cover.getByRole('checkbox', { name: text.kept }).check()
      line.cut('/api/system/close_erasure', 'before')
      await cover.getByRole('button', { name: text.go_on }).click()
      await expect(cover.getByRole('alert')).toContainText(text.no_answer)
      line.cut('/api/system/close_erasure', 'after')
      await cover.getByRole('button', { name: text.go_on }).click()
      await expect(page.getByText(words.login.reasons.erase)).toBeVisible()
    },
  },
]

for (const [index, { call, first, open, after }] of acts.entries())
  test(
    `${call} ${index}: what the restart was for is known, whenever its answer is lost`,
    { tag: index % 2 === 1 ? ['@tw'] : [] },
    async ({ page, context, device, language, words, allow }) => {
      allow(/another origin/, 'the line has an address of its own')
      allow(lost_line, 'the answers are lost on purpose')
      allow(away, 'the device starts anew on purpose')
      const line = await startCutLine(device)
      const bootId = () =>
        device.call('/api/utils/ping', {}).then(
          (answer) => answer.boot_id,
          () => undefined,
        )
      try {
        for (const [cut, with_line] of [
          ...cuts.map((one) => [one, false] as const),
          ['during', true] as const,
        ]) {
          await first?.(device)
          await context.addCookies([
            { name: 'language', value: language, url: line.address },
            { name: 'Admin-Token', value: await device.session(), url: line.address },
          ])
          const { host_sn } = await device.call('/api/device/get_basic_info', {})
          const boot_id = await bootId()
          await page.goto(`${line.address}/system/operation`)
          const go = await open(page, words, device)
          const dialog = page.getByRole('alertdialog')
          if (call !== '/api/system/reboot')
            await dialog.getByRole('textbox', { name: words.operation.serial.label }).fill(host_sn)
          line.cut(call, cut, with_line)
          await dialog.getByRole('button', { name: go, exact: true }).click()
          if (cut === 'before') {
            await expect(dialog.getByRole('alert')).toContainText(words.errors.not_done)
            expect(await bootId()).toBe(boot_id)
          } else {
            if (with_line) {
              await expect.poll(bootId).not.toBe(boot_id)
              line.mend()
            }
            await after(page, words, device, line)
            await expect.poll(bootId).not.toBe(boot_id)
          }
        }
      } finally {
        await page.close()
        line.stop()
      }
    },
  )
