/** How far a page moved under the reader while it opened. */
import type { Page } from '@playwright/test'

/** Cumulative layout shift, without shifts that follow an input: 0 is still, 0.1 disturbs a reader. */
export const max_shift = 0.05

/** The sum of all shifts since the document began, and a description of the elements that moved most. */
export const layoutShift = (page: Page): Promise<{ sum: number; moved: string }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        type Shift = PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        const shifts: Shift[] = []
        const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])))
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() =>
          setTimeout(() => {
            const own = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
            const largest = own.toSorted((a, b) => b.value - a.value)[0]
            const moved = largest?.sources.map(
              ({ node, previousRect, currentRect }) =>
                `"${(node?.textContent ?? '').slice(0, 20)}" from ${previousRect.y} to ${currentRect.y}`,
            )
            resolve({
              sum: own.reduce((sum, { value }) => sum + value, 0),
              moved: (moved ?? []).join(', '),
            })
          }),
        )
      }),
  )
