/** What axe finds on a page, as lines to read. */
import axe from 'axe-core'
import type { Page } from '@playwright/test'

/** Waits for a heading of the level first. The source runs over the debugging protocol, so that the Content-Security-Policy may stay as it is. */
export async function violations(page: Page, level = 1): Promise<string[]> {
  await page.getByRole('heading', { level }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[] }> } }
    const found = await axe.run({ resultTypes: ['violations'] })
    return found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${one.help}: ${node.target.join(' ')}: ${node.failureSummary}`))
  })
}

/** The same page in the light and in the dark theme, which it is left in as it was. */
export async function violationsInBothThemes(page: Page, level = 1): Promise<string[]> {
  const be = (theme: string) => page.evaluate((name) => {
    const before = document.documentElement.dataset['theme'] ?? ''
    document.documentElement.dataset['theme'] = name
    return before
  }, theme)
  const light = await be('light')
  const found = await violations(page, level)
  await be('dark')
  // A colour that is on its way to the other theme is judged half way.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))))
  const dark = await violations(page, level)
  await be(light)
  return [...found.map((line) => `light: ${line}`), ...dark.map((line) => `dark: ${line}`)]
}
