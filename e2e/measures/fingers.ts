/**
 * Finds controls too small for a finger (under 44 px) and text fields that a phone zooms into (under 16 px).
 */
import type { Page } from '@playwright/test'

/**
 * One line for each enabled, visible control that is too small. The area that reacts to a press is measured,
 * including the label, so that overlapping controls are found. Controls drawn to scale are left out: a lot is
 * as large as in the picture, and a block of the week as long as its time.
 */
export async function small(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls =
      'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=switch], ' +
      '[role=checkbox], [role=radio], [role=slider], [role^=menuitem], [role=option]'
    const finger = 44
    const places = [
      [0.5, 0.5],
      [0.25, 0.5],
      [0.75, 0.5],
      [0.5, 0.25],
      [0.5, 0.75],
    ] as const
    const lines: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      if (!reachable(element)) continue
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 24) ?? ''
      const kind = element.getAttribute('type') ?? element.role ?? ''
      const text = `<${element.localName} ${kind} class="${element.className}"> "${name}"`
      element.scrollIntoView({ block: 'center', inline: 'center' })
      const box = element.getBoundingClientRect()
      const mine = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])]
      // Part of a large control may be covered: the best of five places counts.
      let best: readonly [number, number] = [0, 0]
      for (const [x, y] of places) {
        if (Math.min(...best) >= finger) break
        const at = [x * box.width + box.x, y * box.height + box.y] as const
        const here = [reach(at, mine, 1, 0), reach(at, mine, 0, 1)] as const
        if (Math.min(...here) > Math.min(...best)) best = here
      }
      const [width, height] = best
      if (!inRunningText(element) && Math.min(width, height) < finger - 1)
        lines.push(`${text} answers on ${width} x ${height}`)
      const size = parseFloat(getComputedStyle(element).fontSize)
      if (typed(element) && size < 16) lines.push(`${text} has letters of ${size} px`)
    }
    scrollTo(0, 0)
    return lines

    function reachable(element: HTMLElement): boolean {
      if (element.closest('svg, [data-to-scale]')) return false
      if (
        element.matches(':disabled, [aria-disabled=true], [type=hidden]') ||
        element.closest('[inert], [aria-hidden=true]')
      )
        return false
      const modal = document.querySelector('dialog:modal')
      if (modal && !modal.contains(element)) return false
      const box = element.getBoundingClientRect()
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
      // Visible only to screen readers or to keyboard users.
      for (let one: HTMLElement | null = element; one; one = one.parentElement)
        if (getComputedStyle(one).clipPath !== 'none') return false
      if (box.width <= 1 || box.bottom + scrollY <= 0) return false
      return true
    }
    /** WCAG exempts controls within a sentence. */
    function inRunningText(element: HTMLElement): boolean {
      if (element.localName !== 'a' && element.localName !== 'button') return false
      const parent = element.parentElement
      return (
        getComputedStyle(element).display.startsWith('inline') &&
        [...(parent?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
        )
      )
    }
    /** Size in px, at most that of a finger, of the reacting area along one axis around a place. */
    function reach(
      [x, y]: readonly [number, number],
      mine: readonly Element[],
      dx: number,
      dy: number,
    ): number {
      const answers = (by: number) => {
        const there = document.elementFromPoint(x + dx * by, y + dy * by)
        return there !== null && mine.some((one) => one.contains(there))
      }
      let [up, down] = [0, 0]
      while (up + 1 < finger && answers(up + 1)) up += 1
      while (up + down + 1 < finger && answers(-down - 1)) down += 1
      return up + down + 1
    }
    function typed(element: HTMLElement): boolean {
      return element.matches(
        'textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=file], ' +
          '[type=button], [type=submit], [type=color])',
      )
    }
  })
}
