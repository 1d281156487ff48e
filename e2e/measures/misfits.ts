/**
 * Finds what does not fit on a page: a page wider than the window, texts over one another, a text cut without
 * a place that shows all of it, and content that sticks out of its card.
 */
import type { Page } from '@playwright/test'

/** One line for each fault of a page as it is laid out now; what floats over the page may cover it. */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Box = { left: number; top: number; right: number; bottom: number }
    const lines = new Set<string>()
    const root = document.documentElement
    const wider = root.scrollWidth - innerWidth
    if (wider > 0) lines.add(`the page is ${wider} px wider than the window`)
    const texts: (Box & { text: string; element: Element })[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const [node, element] = [walker.currentNode as Text, walker.currentNode.parentElement]
      const text = node.data.trim()
      if (element && text !== '' && isShown(element)) measure(node, element, text.slice(0, 24))
    }
    texts.sort((a, b) => a.top - b.top)
    for (const [at, one] of texts.entries())
      for (const other of texts.slice(at + 1)) {
        if (other.top >= one.bottom) break
        if (
          one.element !== other.element &&
          layerOf(one.element) === layerOf(other.element) &&
          overlap(one, other)
        )
          lines.add(`"${one.text}" and "${other.text}" are over one another`)
      }
    for (const card of document.querySelectorAll<HTMLElement>('main section')) stickOut(card)
    return [...lines]

    /** Visible, and not for screen readers only. */
    function isShown(element: Element): boolean {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
      if (element.closest('[inert], option, dialog, svg')) return false
      for (let one: Element | null = element; one; one = one.parentElement) {
        if (getComputedStyle(one).clipPath !== 'none') return false
      }
      return true
    }
    /** What floats over the page is a layer of its own. */
    function layerOf(element: Element): Element | null {
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { position, overflowY } = getComputedStyle(one)
        if (/fixed|sticky/.test(position)) return one
        if (position === 'absolute' && /auto|scroll/.test(overflowY)) return one
      }
      return null
    }
    /** Adds the visible boxes of a text, without the empty space of its lines; reports a text cut short. */
    function measure(node: Text, element: Element, text: string): void {
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const whole of range.getClientRects()) {
        const box: Box = { left: whole.left, top: whole.top, right: whole.right, bottom: whole.bottom }
        for (let one: Element | null = element; one && one !== root; one = one.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(one)
          const edge = one.getBoundingClientRect()
          if (overflowX !== 'visible') {
            const cut = /hidden|clip/.test(overflowX) && box.right > edge.right + 1.5
            if (cut && one.scrollWidth > one.clientWidth + 1 && edge.width > 1 && !one.closest('[title]'))
              lines.add(`"${text}" is cut by ${Math.round(box.right - edge.right)} px`)
            box.left = Math.max(box.left, edge.left)
            box.right = Math.min(box.right, edge.right)
          }
          if (overflowY !== 'visible') {
            box.top = Math.max(box.top, edge.top)
            box.bottom = Math.min(box.bottom, edge.bottom)
          }
        }
        const air = (box.bottom - box.top) / 5
        if (box.right - box.left > 1 && air > 0)
          texts.push({ ...box, top: box.top + air, bottom: box.bottom - air, text, element })
      }
    }
    function overlap(one: Box, other: Box): boolean {
      const [width, height] = [
        Math.min(one.right, other.right) - Math.max(one.left, other.left),
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
      ]
      return width > 2 && height > 2
    }
    function stickOut(card: HTMLElement): void {
      if (getComputedStyle(card).overflowX !== 'visible') return
      const { left, right, width } = card.getBoundingClientRect()
      for (const element of card.querySelectorAll<HTMLElement>('*')) {
        const box = element.getBoundingClientRect()
        if (width < 2 || box.width < 2 || (box.right <= right + 2 && box.left >= left - 2)) continue
        if (!isShown(element) || layerOf(element) !== layerOf(card) || isClipped(element, card)) continue
        lines.add(`"${(element.textContent ?? '').trim().slice(0, 24)}" sticks out of its card`)
        return
      }
    }
    function isClipped(element: HTMLElement, card: HTMLElement): boolean {
      for (let one = element.parentElement; one && one !== card; one = one.parentElement)
        if (getComputedStyle(one).overflowX !== 'visible') return true
      return false
    }
  })
