/** Each decision page has a unique number, as in its file name, and a line in the index. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/lib/root.mjs'

const folder = join(root, 'docs/decisions')
const pages = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('no two decision pages have the same number', () => {
  const numbers = pages.map((name) => name.slice(0, 4))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

test('a decision page starts with its number, and the index links it under its title', () => {
  const index = read('README.md').replace(/\n {2}/g, ' ')
  const wrong = pages.filter((name) => {
    const [, number = '', title = ''] = /^# (\d{4}) (.*)$/m.exec(read(name)) ?? []
    return !name.startsWith(number) || !index.includes(`- [${number}](${name}) ${title}\n`)
  })
  expect(wrong).toEqual([])
})
