/** A search field backed by the URL: text typed while earlier searches are still pending is kept. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterAddressChange, latestSearch, type SearchText } from '#src/tables/search-text.ts'

const empty: SearchText = { value: '', text: '', sent: [] }
const typed = (held: SearchText, text: string): SearchText => ({ ...held, text })
const searched = (held: SearchText): SearchText => ({ ...held, sent: [...held.sent, held.text.trim()] })

test('a text that is deleted before its search comes back stays deleted', () => {
  const deleted = typed(searched(typed(empty, '9')), '')
  const back = afterAddressChange(deleted, '9')
  expect(back.text).toBe('')
  expect(latestSearch(back), 'the search without the text is still to be sent').toBe('9')
})

test('a space at the end stays when the search comes back without it', () => {
  expect(afterAddressChange(searched(typed(empty, '粤B ')), '粤B').text).toBe('粤B ')
})

test('a change from elsewhere replaces the typed text', () => {
  const held = afterAddressChange(searched(typed(empty, '粤B')), '粤B')
  expect(afterAddressChange(held, '').text).toBe('')
  expect(afterAddressChange(typed(held, '粤B1'), '苏A')).toEqual({ value: '苏A', text: '苏A', sent: [] })
})

test('the typed text never changes, whether searches come back in order or only the later one does', () => {
  const text = fc.string({ maxLength: 3, unit: fc.constantFrom('a', '1', ' ', '粤') })
  fc.assert(
    fc.property(fc.array(fc.record({ text, back: fc.nat(3) }), { maxLength: 8 }), (steps) => {
      let held = empty
      for (const step of steps) {
        held = typed(held, step.text)
        if (step.text.trim() !== latestSearch(held)) held = searched(held)
        // One of the sent searches comes back; earlier ones are overtaken by it.
        const value = held.sent[step.back]
        if (value !== undefined && value !== held.value) held = afterAddressChange(held, value)
        expect(held.text).toBe(step.text)
      }
    }),
  )
})
