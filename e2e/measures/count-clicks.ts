/** Counts presses and fields in the pages of a context, with listeners that get every event first. */
import type { BrowserContext } from '@playwright/test'
import { workflows, type Clicks, type Workflow } from './clicks.ts'

const names: readonly (keyof Clicks)[] = ['presses', 'fields']

export async function countClicks(context: BrowserContext) {
  const sums = new Map<Workflow, Clicks>()
  let current: Workflow | undefined
  await context.exposeBinding('counted', (_, name: keyof Clicks) => {
    const sum = current && sums.get(current)
    if (sum) sum[name] += 1
  })
  await context.addInitScript(listen)

  /** Waits for the counts that the pages have sent so far: they arrive before the answers to these calls. */
  const settle = () =>
    Promise.all(context.pages().map((page) => page.evaluate(() => undefined).catch(() => undefined)))
  return {
    /** Counts for this workflow from now on; without an argument for none. */
    async counting(workflow?: Workflow): Promise<void> {
      await settle()
      current = workflow
      if (workflow && !sums.has(workflow)) sums.set(workflow, { presses: 0, fields: 0 })
    },
    /** The sums that exceed their limit, one line each. */
    async tooMany(): Promise<string[]> {
      await settle()
      return [...sums].flatMap(([workflow, sum]) =>
        names
          .filter((name) => sum[name] > workflows[workflow][name])
          .map((name) => `${workflow}: ${sum[name]} ${name}, at most ${workflows[workflow][name]}`),
      )
    },
  }
}

/** Runs in the page. A key that only moves the caret or deletes text counts as typing. */
function listen(): void {
  const { counted } = window as unknown as { counted: (name: 'presses' | 'fields') => void }
  const modifiers = ['Control', 'Shift', 'Alt', 'Meta', 'CapsLock']
  const typing = ['Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'Home', 'End']
  const chosen = 'input:is([type=checkbox], [type=radio], [type=file], [type=range], [type=button])'
  const isText = (target: EventTarget | null) =>
    target instanceof Element && target.matches('input, textarea') && !target.matches(chosen)
  let field: EventTarget | null = null
  // On the document: a press that would miss its target is held back at the window, and repeated.
  document.addEventListener('pointerdown', ({ isTrusted }) => void (isTrusted && counted('presses')), true)
  addEventListener(
    'keydown',
    ({ key, target, repeat, ctrlKey, altKey, metaKey }) => {
      const of_text = (key.length === 1 && !ctrlKey && !altKey && !metaKey) || typing.includes(key)
      const selects_all = key === 'a' && (ctrlKey || metaKey)
      if (repeat || modifiers.includes(key) || (isText(target) && (of_text || selects_all))) return
      counted('presses')
    },
    true,
  )
  addEventListener('focusin', ({ target }) => void (field = target === field ? field : null), true)
  addEventListener(
    'input',
    ({ target }) => {
      if (!isText(target) || target === field) return
      field = target
      counted('fields')
    },
    true,
  )
  addEventListener(
    'change',
    ({ target }) => {
      const is_choice = target instanceof Element && target.matches('select, [type=file], [type=range]')
      if (is_choice) counted('presses')
    },
    true,
  )
}
