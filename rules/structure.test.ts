/** The folders of each workspace form layers, and the server's modules hold no state. */
import { describe, expect, test } from 'vitest'
import { filesPerFolder, folderCircles, mutableModuleState } from '../scripts/lib/structure.ts'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

describe('structure', () => {
  test.each(['contract/src', 'console/src', 'server/src', 'sim/src', 'analysis/src'])(
    'the folders of %s do not import each other in circles, not even by type-only imports',
    (src) => {
      expect(folderCircles(src)).toEqual([])
    },
  )

  test('no module of the server holds mutable state: state belongs to a part of the runtime', () => {
    expect(mutableModuleState('server/src')).toEqual([])
  })

  test('no folder holds more than 26 source files', () => {
    expect(filesPerFolder().filter(({ files }) => files > 26)).toEqual([])
  })
})

/** Pictures are encrypted (docs/decisions/0049), so reading one in any other way would return ciphertext. */
test('the server reads and writes stored pictures only through media.files', () => {
  const by_hand = /\b(readFile|writeFile|createReadStream)(Sync)?\(\s*join\(\s*[\w.]*media/
  const sources = projectFiles().filter((path) => path.startsWith('server/src/'))
  expect(sources.filter((path) => by_hand.test(textOf(path)))).toEqual([])
})
