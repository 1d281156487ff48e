/** What axe finds on a page in both themes, as lines to read. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const require = createRequire(import.meta.url)
/** Minified, because it is loaded into every page. */
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Waits for a heading of the level, then runs axe in both themes and restores the page's own. The script is
 * evaluated by the debugger, which the page's Content-Security-Policy does not forbid.
 */
export async function violations(page: Page, level = 1): Promise<string[]> {
  await page.getByRole('heading', { level }).first().waitFor()
  await page.waitForLoadState('networkidle')
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (options: object) => Promise<{
          violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[]
        }>
      }
    }
    // A colour in the middle of a transition has a contrast of its own.
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important; }')
    document.adoptedStyleSheets = [still]
    const root = document.documentElement
    const before = root.dataset['theme']
    const lines: string[] = []
    // A theme changes only colours, so the dark one is checked for contrast alone.
    for (const [theme, rules] of [
      ['light', {}],
      ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
    ] as const) {
      root.dataset['theme'] = theme
      const found = await axe.run({ resultTypes: ['violations'], ...rules })
      lines.push(
        ...found.violations.flatMap((one) =>
          one.nodes.map(
            (node) =>
              `${location.pathname} ${theme}: ${one.id}: ${one.help}: ${node.target.join(' ')}: ` +
              node.failureSummary,
          ),
        ),
      )
    }
    if (before === undefined) delete root.dataset['theme']
    else root.dataset['theme'] = before
    document.adoptedStyleSheets = []
    return lines
  })
}
