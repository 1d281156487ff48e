/** The findings of axe on a page in both themes, as readable lines. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'

/** Minified, because it is loaded into every page. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A theme changes only colours, so the dark one is checked for contrast alone. */
const both_themes = { light: {}, dark: { runOnly: ['color-contrast', 'link-in-text-block'] } }
/** Waits for a heading of the level, then runs axe in both themes and restores the page's own. */
export async function violations(page: Page, level = 1): Promise<string[]> {
  await page.getByRole('heading', { level }).first().waitFor()
  await page.waitForLoadState('networkidle')
  return runAxe(page, both_themes)
}

/**
 * The script is evaluated by the debugger, which the page's Content-Security-Policy does not forbid.
 * `themes`: options of axe for each theme.
 */
async function runAxe(page: Page, themes: Record<string, Axe.RunOptions>): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    // In the middle of a transition a colour has another contrast.
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important; }')
    document.adoptedStyleSheets = [still]
    const { dataset } = document.documentElement
    const before = dataset['theme']
    const lines: string[] = []
    for (const [theme, more] of Object.entries(options)) {
      dataset['theme'] = theme
      const found = await axe.run({ resultTypes: ['violations'], ...more })
      for (const { id, help, nodes } of found.violations)
        for (const { target, failureSummary } of nodes)
          lines.push(`${location.pathname} ${theme}: ${id}: ${help}: ${target.join(' ')}: ${failureSummary}`)
    }
    if (before === undefined) delete dataset['theme']
    else dataset['theme'] = before
    document.adoptedStyleSheets = []
    return lines
  }, themes)
}
