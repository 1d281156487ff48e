/** The interactions that shadcn-admin's dashboard has too, under the same names as ours. */
import type { Page } from '@playwright/test'
import type { Interaction } from './interactions.ts'

const path = '/'
const escape = (page: Page) => page.keyboard.press('Escape')
const userMenu = (page: Page) => page.getByRole('button', { name: 'SN', exact: true }).first()

export const peer_interactions: readonly Interaction[] = [
  {
    name: 'sidebar folds',
    part: 'menu',
    path,
    act: (page) => page.getByRole('button', { name: 'Toggle Sidebar' }).first().click(),
  },
  { name: 'user menu opens', part: 'menu', path, act: (page) => userMenu(page).click(), undo: escape },
  {
    name: 'palette opens',
    part: 'menu',
    path,
    act: (page) => page.keyboard.press('Control+k'),
    undo: escape,
  },
  {
    name: 'palette typing',
    part: 'menu',
    path,
    before: (page) => page.keyboard.press('Control+k'),
    act: (page, round) => page.keyboard.press(round % 2 === 0 ? 's' : 'Backspace'),
  },
]
