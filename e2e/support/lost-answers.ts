/** Runs rows of writing calls whose answers are lost, by a real TCP proxy and the pages' own buttons. */
import type { Page } from '@playwright/test'
import type { Path } from '@parking/contract'
import type { Areas } from '@parking/console/locales/areas.ts'
import type { World } from '@parking/sim/world.ts'
import { expect, test } from '../fixtures.ts'
import { cuts, startCutLine } from './cut-line.ts'
import type { Device } from './device.ts'
import { lost_line } from './lossy-line.ts'

type Prepare<T> = (device: Device, turn: number, world: World) => Promise<T>
export type Press = (page: Page, words: Areas, turn: number, device: Device, world: World) => Promise<unknown>
export type Row = {
  call: Path
  /** The page, or what finds its address. */
  at: string | Prepare<string>
  /** What the device needs before the page is opened. */
  first?: Prepare<unknown>
  /** The log does not count it, so only what the page says is checked. */
  unlogged?: true
  /** Presses the page's own button; each turn asks for something else. */
  press: Press
}

export const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const question = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true })
export const save = (page: Page, words: Areas) => button(page, words.forms.save).click()
/** Types into a field that can hold any text, and saves. */
export const typed =
  (nameIn: (words: Areas) => string, textOf: (turn: number) => string): Press =>
  async (page, words, turn) => {
    await box(page, nameIn(words)).fill(textOf(turn))
    await save(page, words)
  }

/** How often the device has carried out this call. */
async function timesDone(device: Device, path: Path, unlogged = false): Promise<number> {
  if (unlogged) return 0
  const { list } = await device.call('/api/system/log', { type: 2, page: 1, page_size: 500 })
  return list.filter(({ audit }) => audit?.call === path.split('/').at(-1) && audit?.code === 0).length
}

/**
 * One test a row: each answer is lost once before, while and after the device acts. In none may the page say
 * what is not so.
 */
export function tryLostAnswers(rows: readonly Row[]): void {
  for (const [index, { call, at, first, press, unlogged }] of rows.entries()) {
    const done = (device: Device) => timesDone(device, call, unlogged)
    test(
      `${call}: the page says what is so, whenever its answer is lost`,
      { tag: index % 2 === 1 ? ['@tw'] : [] },
      async ({ page, context, device, world, language, words, allow }) => {
        allow(/another origin/, 'the line has an address of its own')
        allow(lost_line, 'the answers are lost on purpose')
        const line = await startCutLine(device)
        try {
          const messages = page.getByRole('region', { name: words.shell.toasts.label })
          for (const [turn, cut] of cuts.entries()) {
            await first?.(device, turn, world)
            await context.addCookies([
              { name: 'language', value: language, url: line.address },
              { name: 'Admin-Token', value: await device.session(), url: line.address },
            ])
            const address = typeof at === 'string' ? at : await at(device, turn, world)
            const before = await done(device)
            await page.goto(line.address + address)
            const times = line.times()
            line.cut(call, cut)
            await press(page, words, turn, device, world)
            await expect.poll(line.times, cut).toBeGreaterThan(times)
            const refused = messages.getByRole('alert')
            const failed = page.getByText(words.errors.not_done).or(page.getByText(words.errors.unknown))
            if (cut === 'before') {
              // A dialog shows it itself.
              await expect(page.getByText(words.errors.not_done).first()).toBeVisible()
              await expect(messages.getByRole('status'), 'no message of success').toHaveCount(0)
              expect(await done(device)).toBe(before)
            } else {
              const after = before + (unlogged ? 0 : 1)
              await expect.poll(() => done(device)).toBe(after)
              await expect(page.getByText(words.shell.connection_lost.asking)).toBeHidden()
              await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
              await expect(refused.or(failed), 'no message of a failure').toHaveCount(0)
              expect(await done(device), 'carried out once').toBe(after)
            }
          }
        } finally {
          await page.close()
          line.stop()
        }
      },
    )
  }
}
