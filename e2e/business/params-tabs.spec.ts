/** The tabs of the business parameters on a phone, where they do not all fit into the row. */
import { expect, test } from '../fixtures.ts'

test.use({
  stage: { on_street: 1, added: 0 },
  language: 'tw',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
})

test('tabs beyond the edge are announced, and the open one is never covered', async ({ page, words }) => {
  const tabs = page.getByRole('tablist', { name: words.params.label })
  const tab = (name: keyof typeof words.params.tabs) =>
    page.getByRole('tab', { name: words.params.tabs[name] })
  await page.goto('/business/params?tab=platform')
  await expect(tab('platform')).toHaveAttribute('aria-selected', 'true')
  await expect(tabs).toHaveAttribute('data-more')
  // The fade at the edge is 48 px wide.
  const clear = async () => {
    const [row, open] = [await tabs.boundingBox(), await tab('platform').boundingBox()]
    return row!.x + row!.width - open!.x - open!.width
  }
  await expect.poll(clear).toBeGreaterThanOrEqual(48)
  await tab('alg').click()
  await expect(tab('alg')).toHaveAttribute('aria-selected', 'true')
  await tab('history').scrollIntoViewIfNeeded()
  await expect(tabs).not.toHaveAttribute('data-more')
})
