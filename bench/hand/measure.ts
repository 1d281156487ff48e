/**
 * Responsiveness in Chromium: the time from an input to its paint (Event Timing) and the frames drawn
 * meanwhile.
 */
import type { Page } from '@playwright/test'
import { percentile } from '../support/figures.ts'

/**
 * Runs in each page before the page's own scripts. A string, because the compiler would add helpers to a
 * function.
 */
export const observe = `
  globalThis.hand = { paints: [], frames: [], drawing: false }
  new PerformanceObserver((list) => {
    for (const event of list.getEntries()) if (event.interactionId) hand.paints.push(event.duration)
  }).observe({ type: 'event', durationThreshold: 16 })`

/** Waits for two frames and the performance entries reported after them. */
const settled = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 120))))`

/** Milliseconds from the input to the paint; 16 if the browser reports no event. */
export async function inputToPaint(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(settled)
  await page.evaluate('hand.paints.length = 0')
  await act()
  await page.evaluate(settled)
  const all = (await page.evaluate('hand.paints')) as number[]
  return Math.max(16, ...all)
}

/** A click on the heading, which has no event handlers. */
export const bareClick = (page: Page): Promise<void> =>
  page.getByRole('heading', { level: 1 }).first().click({ force: true })

export type Frames = { per_second: number; p95_ms: number; longest_ms: number }

/** Counts the frames while `move` runs. */
export async function frames(page: Page, move: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(settled)
  await page.evaluate(`hand.frames = []; hand.drawing = true
    requestAnimationFrame(function next(at) {
      hand.frames.push(at)
      if (hand.drawing) requestAnimationFrame(next)
    })`)
  await move()
  const drawn = (await page.evaluate('hand.drawing = false, hand.frames')) as number[]
  const gaps = drawn.slice(1).map((at, i) => at - (drawn[i] ?? at))
  return {
    per_second: (gaps.length * 1000) / ((drawn.at(-1) ?? 0) - (drawn[0] ?? 0)),
    p95_ms: percentile(gaps, 95),
    longest_ms: Math.max(...gaps),
  }
}

/** Turns the wheel down and up again, step by step as a user does. */
export async function wheel(page: Page, steps: number, by: number): Promise<void> {
  for (let step = 0; step < steps; step++) await page.mouse.wheel(0, by)
  for (let step = 0; step < steps; step++) await page.mouse.wheel(0, -by)
}

/** Moves the pointer in circles around a point. */
export async function circle(page: Page, [x, y]: readonly [number, number], ms: number): Promise<void> {
  const begun = performance.now()
  for (let step = 0; performance.now() - begun < ms; step++)
    await page.mouse.move(x + 6 * Math.cos(step / 8), y + 6 * Math.sin(step / 8))
}
