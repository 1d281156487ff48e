/** The motions whose frame rate `npm run bench:hand` measures: scrolling, zooming and dragging. */
import type { Page } from '@playwright/test'
import { allLots, lotAt } from './interactions.ts'
import { circle, frames, wheel, type Frames } from './measure.ts'
import { lots, middle_lot } from '../support/many-lots.ts'
import type { Hand } from './stage.ts'

const drag_ms = 2_000

export type Motion = { name: string; path: string; run: (page: Page) => Promise<Frames> }

const scrolling = (name: string, path: string): Motion => ({
  name,
  path,
  run: async (page) => {
    await page.mouse.move(800, 600)
    return frames(page, () => wheel(page, 60, 100))
  },
})

/** Presses at a point, moves in circles and releases at the same point. */
async function drag(page: Page, at: readonly [number, number]): Promise<Frames> {
  await page.mouse.move(...at)
  await page.mouse.down()
  const drawn = await frames(page, () => circle(page, at, drag_ms))
  await page.mouse.move(...at)
  await page.mouse.up()
  return drawn
}

async function dragInEditor(page: Page, corner: boolean): Promise<Frames> {
  await allLots(page)
  const at = await lotAt(page, middle_lot)
  await page.mouse.click(at.x, at.y)
  if (!corner) return drag(page, [at.x, at.y])
  const box = await page.locator('[role=application] img').boundingBox()
  const [x, y] = lots[middle_lot]?.polygon[0] ?? [0, 0]
  if (!box) throw new Error('The picture is not on the screen')
  return drag(page, [box.x + x * box.width, box.y + y * box.height])
}

export const motions = ({ editor }: Pick<Hand, 'editor'>): readonly Motion[] => [
  scrolling('scroll the parameters', '/business/params?tab=alg'),
  scrolling('scroll 20 rows', '/business/data/parking'),
  scrolling('scroll 100 rows', '/business/data/parking?page_size=100'),
  scrolling('scroll a wall of 100', '/business/data/parking?page_size=100&view=wall'),
  scrolling('scroll eight cameras', '/business/sceneConfig'),
  scrolling('scroll 100 log rows', '/system/log?page_size=100'),
  { name: '200 lots: move a lot', path: editor, run: (page) => dragInEditor(page, false) },
  { name: '200 lots: move a corner', path: editor, run: (page) => dragInEditor(page, true) },
  {
    name: '200 lots: zoom by wheel',
    path: editor,
    run: async (page) => {
      await allLots(page)
      const at = await lotAt(page, middle_lot)
      await page.mouse.move(at.x, at.y)
      return frames(page, () => wheel(page, 40, -40))
    },
  },
  {
    name: 'week plan: drag a block',
    path: '/business/params?tab=schedule',
    run: async (page) => {
      const box = await page.locator('[data-key]').first().boundingBox()
      if (!box) throw new Error('There is no block in the week')
      return drag(page, [box.x + box.width / 2, box.y + box.height / 2])
    },
  },
]
