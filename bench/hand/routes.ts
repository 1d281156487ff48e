/** Opens every page of the menu by its link, on the first visit and on a later one. */
import type { Page } from '@playwright/test'
import { isInstalling } from '@parking/console/install/install-steps.ts'
import { pagePaths } from '#e2e/support/pages.ts'
import { dictionaries } from '#e2e/support/words.ts'
import { bareClick, inputToPaint } from './measure.ts'
import { loadNow, type InteractionTimes } from './page.ts'
import { rest, type Hand } from './stage.ts'

export const route_names = ['route, first visit', 'route, seen before']

export async function measureRoutes(hand: Hand): Promise<(InteractionTimes & { load: string })[]> {
  const [first, again, floor]: [number[], number[], number[]] = [[], [], []]
  for (const visits of [first, again]) {
    const page = await hand.page()
    await hand.open(page, '/dashboard')
    const visit = visitor(page)
    const linked = await linkedPaths(page)
    if (visits === again) for (const path of linked) await visit(path)
    for (const path of linked) {
      visits.push(await visit(path))
      floor.push(await inputToPaint(page, () => bareClick(page)))
    }
    await page.context().close()
  }
  const load = loadNow()
  return [
    { name: route_names[0]!, ms: first, floor, load },
    { name: route_names[1]!, ms: again, floor, load },
  ]
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: dictionaries.zh.shell.menu.label })

async function unfold(page: Page): Promise<void> {
  const closed = menuOf(page).getByRole('button', { expanded: false })
  while ((await closed.count()) > 0) await closed.first().click()
}

async function linkedPaths(page: Page): Promise<string[]> {
  await unfold(page)
  const linked: string[] = []
  for (const path of pagePaths)
    if (path !== '/dashboard' && (await menuOf(page).locator(`a[href="${path}"]`).count()) > 0)
      linked.push(path)
  return linked
}

const visitor = (page: Page) => async (path: string) => {
  await unfold(page)
  const ms = await inputToPaint(page, () => menuOf(page).locator(`a[href="${path}"]`).click())
  await page.waitForURL(`**${path}*`)
  await rest(page)
  // The installation wizard replaces the menu with an index of its own.
  if (isInstalling(path, '')) await page.goBack()
  await menuOf(page).waitFor()
  return ms
}
