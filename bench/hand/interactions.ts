/**
 * The interactions that `npm run bench:hand` measures. Each has a page, an optional preparation, the measured
 * input and how to undo it. Long because it is one list.
 */
import type { Locator, Page } from '@playwright/test'
import { dictionaries } from '#e2e/support/words.ts'
import { lots, middle_lot } from '../support/many-lots.ts'
import type { Hand } from './stage.ts'

const w = dictionaries.zh

export type Interaction = {
  name: string
  part: 'forms' | 'menu' | 'lists' | 'lots'
  path: string
  /** Runs once, before the first round. */
  before?: (page: Page) => Promise<unknown>
  act: (page: Page, round: number) => Promise<unknown>
  /** Runs after each round and is not measured. */
  undo?: (page: Page, round: number) => Promise<unknown>
}

/** Between two clicks of one interaction. */
const pause_ms = 150

const escape = (page: Page) => page.keyboard.press('Escape')
/** The dialog's code may still be loading, and an Esc pressed before it opens would be lost. */
const closeDialog = async (page: Page) => {
  await page.getByRole('dialog').waitFor()
  await escape(page)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
/** Types a digit and deletes it in the next round. */
const typeAndDelete = (page: Page, round: number) => page.keyboard.press(round % 2 === 0 ? '1' : 'Backspace')
const focus = (box: Locator) => box.focus()
const clickAt = (page: Page, at: { x: number; y: number }) => page.mouse.click(at.x, at.y)

/** The centre of a lot, in screen coordinates. */
export async function lotAt(page: Page, index: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('[role=application] img').boundingBox()
  const polygon = lots[index]?.polygon
  if (!box || !polygon?.[0] || !polygon[2]) throw new Error('The picture is not on the screen')
  const [x, y] = [(polygon[0][0] + polygon[2][0]) / 2, (polygon[0][1] + polygon[2][1]) / 2]
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}

export const allLots = (page: Page) =>
  page
    .locator('[data-lot]')
    .nth(lots.length - 1)
    .waitFor({ state: 'attached' })

/** Clicks two neighbouring lots alternately. */
const otherLot = async (page: Page, round: number) =>
  clickAt(page, await lotAt(page, middle_lot + 1 + (round % 2)))

export const interactions = ({ editor }: Pick<Hand, 'editor'>): readonly Interaction[] => [
  {
    name: 'type in the algorithm form',
    part: 'forms',
    path: '/business/params?tab=alg',
    before: (page) => focus(page.getByRole('textbox', { name: w.alg.fields.track_seconds.label })),
    act: typeAndDelete,
  },
  {
    name: 'type in the mail form',
    part: 'forms',
    path: '/business/params?tab=alarm',
    before: (page) => focus(page.getByRole('textbox', { name: w.alarm.fields.from_email })),
    act: typeAndDelete,
  },
  {
    name: 'switch',
    part: 'forms',
    path: '/business/params?tab=alg',
    act: (page) => page.getByRole('switch', { name: w.alg.fields.motor_det.label }).click(),
  },
  {
    name: 'evidence switch with preview',
    part: 'forms',
    path: '/business/params?tab=event',
    act: (page) => page.getByRole('switch', { name: w.evidence.fields.osd_datetime }).click(),
  },
  {
    name: 'sidebar folds',
    part: 'menu',
    path: '/business/data/parking',
    act: (page, round) => button(page, round % 2 === 0 ? w.shell.menu.collapse : w.shell.menu.expand).click(),
  },
  {
    name: 'sidebar folds, 100 rows',
    part: 'menu',
    path: '/business/data/parking?page_size=100',
    act: (page, round) => button(page, round % 2 === 0 ? w.shell.menu.collapse : w.shell.menu.expand).click(),
  },
  {
    name: 'user menu opens',
    part: 'menu',
    path: '/dashboard',
    act: (page) => button(page, new RegExp(`^${w.shell.header.user}`)).click(),
    undo: escape,
  },
  {
    name: 'palette opens',
    part: 'menu',
    path: '/dashboard',
    act: (page) => page.keyboard.press('Control+k'),
    undo: escape,
  },
  {
    name: 'palette opens, 100 rows',
    part: 'menu',
    path: '/business/data/parking?page_size=100',
    act: (page) => page.keyboard.press('Control+k'),
    undo: escape,
  },
  {
    name: 'palette typing',
    part: 'menu',
    path: '/dashboard',
    before: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
    },
    act: (page, round) => page.keyboard.press(round % 2 === 0 ? 's' : 'Backspace'),
  },
  {
    name: 'dialog: add camera',
    part: 'lists',
    path: '/business/sceneConfig',
    act: (page) => button(page, w.camera.add).click(),
    undo: closeDialog,
  },
  {
    name: 'dialog: export, 100 rows',
    part: 'lists',
    path: '/business/data/parking?page_size=100',
    act: (page) => button(page, w.event_list.export).click(),
    undo: closeDialog,
  },
  {
    name: 'table filter typing',
    part: 'lists',
    path: '/business/data/parking',
    before: (page) => focus(page.getByRole('searchbox', { name: w.events.plate_number })),
    act: typeAndDelete,
  },
  {
    name: 'open event',
    part: 'lists',
    path: '/business/data/parking',
    act: (page, round) =>
      page
        .locator('tbody tr')
        .nth(round % 15)
        .locator('a')
        .click(),
    undo: escape,
  },
  {
    name: 'next event',
    part: 'lists',
    path: '/business/data/parking',
    before: async (page) => {
      await page.locator('tbody tr').nth(0).locator('a').click()
      await page.getByRole('dialog').waitFor()
    },
    act: (page, round) => page.keyboard.press(Math.floor(round / 15) % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'),
  },
  {
    name: 'select one of 100 rows',
    part: 'lists',
    path: '/business/data/parking?page_size=100',
    act: (page, round) =>
      page
        .locator('tbody tr')
        .nth(round % 10)
        .getByRole('checkbox')
        .click(),
  },
  {
    name: 'select all of 100 rows',
    part: 'lists',
    path: '/business/data/parking?page_size=100',
    act: (page) => page.getByRole('checkbox', { name: w.events.choose_all }).click(),
  },
  {
    name: '200 lots: select',
    part: 'lots',
    path: editor,
    before: allLots,
    act: otherLot,
  },
  {
    name: '200 lots: nudge',
    part: 'lots',
    path: editor,
    before: async (page) => (await allLots(page), await clickAt(page, await lotAt(page, middle_lot))),
    act: (page, round) => page.keyboard.press(round % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'),
  },
  {
    name: '200 lots: draw',
    part: 'lots',
    path: editor,
    before: allLots,
    // Clicking the fourth corner creates the lot. The pauses are shorter than those of a hand; without them
    // the work of one click delays the paint of the next.
    act: async (page) => {
      const at = await lotAt(page, middle_lot)
      await button(page, w.camera.scene.quad).click()
      for (const [x, y] of [
        [0, 0],
        [40, 0],
        [40, 30],
        [0, 30],
      ] as const) {
        await page.waitForTimeout(pause_ms)
        await clickAt(page, { x: at.x + x, y: at.y + y })
      }
    },
    undo: (page) => page.keyboard.press('Control+z'),
  },
  {
    name: '200 lots: table opens',
    part: 'lots',
    path: editor,
    before: allLots,
    act: (page) => button(page, w.camera.scene.table).click(),
    undo: (page) => button(page, w.camera.scene.table).click(),
  },
]
