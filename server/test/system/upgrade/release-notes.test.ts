/** Reads release notes from records as apt 2.6.1 prints them (`apt-cache show parking-edge=VERSION`). */
import fc from 'fast-check'
import { hasControl } from '@parking/contract'
import { expect, test } from 'vitest'
import { notesIn } from '#src/adapters/system/release-notes.ts'

const record = `Package: parking-edge
Version: 1.2.0
Release-Notes-Zh:
 1.2.0
 - 甲
 - 乙
 1.1.0
 - 丙
 1.0.0
 - 丁
Release-Notes-Tw:
 1.2.0
 - 子
 1.1.0
 - 丑
 1.0.0
 - 寅
Description: console
 - not a note
Description-md5: 149b5c680127a3c5981274e31d1f4bbc

`

test('the notes of every version after the installed one, newest first', () => {
  expect(notesIn(record, '1.0.0')).toEqual([
    { version: '1.2.0', zh: ['甲', '乙'], tw: ['子'] },
    { version: '1.1.0', zh: ['丙'], tw: ['丑'] },
  ])
  expect(notesIn(record, '1.1.0').map(({ version }) => version)).toEqual(['1.2.0'])
})

test('of a version that is not listed (a snapshot, a very old one), only the newest', () => {
  for (const installed of ['', '0.9.0', '1.2.0~git20261129.120000.abcdef12'])
    expect(notesIn(record, installed).map(({ version }) => version)).toEqual(['1.2.0'])
})

test('a candidate that is older than what is installed, or says nothing, brings nothing new', () => {
  expect(notesIn(record, '1.2.0')).toEqual([])
  expect(notesIn('Package: parking-edge\nVersion: 1.2.0\n\n', '1.0.0')).toEqual([])
  expect(notesIn('', '1.0.0')).toEqual([])
})

test('whatever a repository writes, the notes are bounded lines that a reader sees', () => {
  const line = fc.oneof(
    fc.constantFrom(' 1.2.0', ' 1.1.0', 'Release-Notes-zh:', 'Release-Notes-tw:', ' .', '\t- x'),
    fc.string({ unit: 'binary', maxLength: 400 }).map((text) => ` - ${text}`),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const notes = notesIn(`Release-Notes-zh:\n${lines.join('\n')}\n`, '1.0.0')
      expect(notes.length).toBeLessThanOrEqual(5)
      for (const { version, zh, tw } of notes)
        for (const text of [version, ...zh, ...tw]) {
          expect(text.length).toBeLessThanOrEqual(300)
          expect(hasControl(text)).toBe(false)
        }
    }),
  )
})
