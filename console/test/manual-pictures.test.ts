/** The pictures of the manual show the current console in both scripts, and are small. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@parking/contract/core/language.ts'
import { expect, test } from 'vitest'
import { pictureStates, shownBy } from '../../scripts/lib/manual/page-state.ts'
import { manual_pictures } from '../../scripts/lib/manual/picture-list.ts'
import { root } from '../../scripts/lib/root.mjs'

const folder = join(root, 'manual/pictures')
const recorded = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>
/** Limits for one picture and for all of them, because the packages have a size budget. */
const max_bytes = { one: 40_000, all: 500_000 }

test.for(languages)('%s: no picture is stale', async (language) => {
  const states = await pictureStates(manual_pictures, language)
  expect(
    manual_pictures
      .filter(({ name }) => recorded[language]?.[name] !== states[name])
      .map(({ name }) => `${name} is stale: npm run manual:pictures -- ${name}`),
  ).toEqual([])
})

test.for(languages)(
  '%s: each picture exists, is small, and appears in its chapters with its text',
  (language) => {
    const files = manual_pictures.map(({ name }) => join(folder, language, `${name}.avif`))
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    const sizes = files.map((file) => statSync(file).size)
    expect(Math.max(...sizes)).toBeLessThan(max_bytes.one)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(max_bytes.all / languages.length)
    for (const picture of manual_pictures)
      for (const chapter of picture.chapters)
        expect(readFileSync(join(root, 'manual', language, `${chapter}.md`), 'utf8')).toContain(
          `![${picture[language]}](../pictures/${language}/${picture.name}.avif)`,
        )
  },
)

test('a page counts as changed if its elements or texts differ, not if only its style or logic does', () => {
  const page = (inside: string) => shownBy('page.tsx', `const Page = () => ${inside}`)
  const shown = page('<Card><Button onClick={save}>{words.save}</Button></Card>')
  expect(shown.elements).toEqual(['Card', 'Button'])
  expect([...shown.names]).toEqual(['save'])
  expect(page('<Card className={css.wide}><Button>{/* why */ words.save}</Button></Card>').elements).toEqual(
    shown.elements,
  )
  expect(page('<Card><Link /></Card>').elements).not.toEqual(shown.elements)
})
