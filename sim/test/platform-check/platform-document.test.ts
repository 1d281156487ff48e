/** `npm run platform:check` and docs/platform.md say the same: rules, harms, words, codes and limits. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checks, harms } from '#src/platform-check/findings.ts'
import * as words from '#src/platform-check/words.ts'

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
/** A document on one line, without the padding of its tables. */
const flat = (name: string) => read(name).replaceAll(/\s+/g, ' ')
const platform = flat('platform.md')
const socket = flat('analysis-socket.md')
const integrate = flat('integrate/platform.md')

test('the document lists every check with its harm, in the order of the report', () => {
  const [, section = ''] = read('platform.md').split('### What it checks')
  const rows = [...section.matchAll(/^\| (?!-)(.*?) *\| (.*?) *\|$/gm)].map(([, rule, harm]) => [rule, harm])
  expect(rows.slice(1)).toEqual(Object.values(checks).map(([rule, harm]) => [rule, harms[harm]]))
})

test('words, codes and limits are those of the documents', () => {
  expect(socket).toContain(words.plate_colors.map((color) => `\`${color}\``).join(', '))
  const [first, ...others] = words.timer_types
  expect(platform).toContain(`timer pictures are ${first}, ${others.join(' and ')}, checks 7 and 8`)
  expect(platform).toContain(`an event of type ${words.update} (update) without a plate`)
  expect(platform).toContain(`the same with type ${words.timer_image} (timer image)`)
  expect(platform).toContain(`HTTP 2xx, code ${words.code_success}`)
  expect(platform).toContain(`HTTP 2xx, code ${words.code_busy} ("busy")`)
  expect(platform).toContain(`rejected with HTTP 401 or code ${words.code_signed_out}`)
  expect(platform).toContain(`answered with code **${words.code_name_taken}**`)
  const seconds = words.answer_ms / 1000
  expect(platform).toContain(`${seconds} s for connection and answer`)
  expect(integrate).toContain(`${words.max_answer_bytes / 1024} KiB, within ${seconds} s`)
  const [factory, max] = [words.factory_body_bytes / 1e6, words.max_body_bytes / 1e6]
  expect(platform).toContain(`so ${factory} MB, and with larger settings up to ${max} MB`)
})
