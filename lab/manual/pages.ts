/** Reads a page of the manual: the commands of its code blocks, and its numbered steps with their labels. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/root.mjs'

/** `labels`: the **bold** texts, in order; `menu`: the path of a page, such as “业务设置 → 摄像机与场景”. */
export type Step = { text: string; labels: string[]; menu: string[]; commands: string[] }

/** Labels and paths may continue on the next line. */
const oneLine = (block: string): string => block.replace(/\s+/g, ' ')

/** The pages with steps, and the number of the part that has them. `en`: the document for administrators. */
const pageOf = (language: string, chapter: string): [file: string, part: number] =>
  language === 'en' ? ['docs/install.md', 1] : [`manual/${language}/${chapter}.md`, 2]

/** The steps of a page, each with the code blocks that follow it. */
export function stepsOf(language: string, chapter: string): Step[] {
  const [file, part] = pageOf(language, chapter)
  const text = readFileSync(join(root, file), 'utf8')
  return (text.split(/^## /m)[part] ?? '')
    .split(/^(?=\d+\. )/m)
    .filter((block) => /^\d+\. /.test(block))
    .map((block) => ({
      text: block.trim(),
      labels: [...oneLine(block).matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label),
      menu: (/[“「](.+?)[”」]/.exec(oneLine(block))?.[1] ?? '').split(' → ').filter(Boolean),
      commands: [...block.matchAll(/^( *)```\n([\s\S]*?)^ *```/gm)].map(([, indent = '', code = '']) =>
        code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      ),
    }))
}

/**
 * Performs each step with the action at the same index. Throws if the page has more or fewer steps than there
 * are actions.
 */
export async function follow(
  steps: readonly Step[],
  actions: readonly ((step: Step) => Promise<unknown>)[],
): Promise<void> {
  if (steps.length !== actions.length)
    throw new Error(`the page has ${steps.length} steps, and ${actions.length} are known here`)
  for (const [at, step] of steps.entries()) {
    const failed = (error: unknown) =>
      new Error(
        `step ${at + 1} (${step.text.split('\n')[0]}): ${error instanceof Error ? error.message : error}`,
      )
    await actions[at]!(step).catch((error: unknown) => {
      throw failed(error)
    })
  }
}
