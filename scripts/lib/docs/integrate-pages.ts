/** Generates parts of docs/integrate: pictures and lists of sequences, and the page of codes and words. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { camerasPage } from './cameras-page.ts'
import { sequencePicture, stepText } from './sequence-picture.ts'
import { sequences } from './sequences.ts'
import { wordsPage } from './words-page.ts'

const folder = 'docs/integrate'
const pages = ['platform', 'analysis', 'storage', 'metrics', 'calls']

export function integratePages(): Record<string, string> {
  return {
    ...Object.fromEntries(
      Object.entries(sequences).map(([name, one]) => [
        `${folder}/pictures/${name}.svg`,
        sequencePicture(one),
      ]),
    ),
    ...Object.fromEntries(pages.map((name) => [`${folder}/${name}.md`, filled(`${folder}/${name}.md`)])),
    [`${folder}/cameras.md`]: camerasPage(),
    [`${folder}/words.md`]: wordsPage(),
  }
}

/**
 * The page with the picture and the steps of each sequence between `<!-- sequence NAME -->` and `<!-- end
 * -->`.
 */
function filled(path: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll(
    /(<!-- sequence ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const sequence = sequences[name]
      if (!sequence) throw new Error(`${path}: there is no sequence "${name}"`)
      const steps = sequence.steps.map((step, at) => `${at + 1}. ${stepText(sequence, step)}`)
      const picture = `![${sequence.title}](pictures/${name}.svg)`
      return [begin, picture, '', ...steps, '', end].join('\n')
    },
  )
}
