import { describe, expect, test } from 'vitest'
import { device_sentences, deviceSentence, readSentence, type DeviceSentence } from '../src/index.ts'

const keys = Object.keys(device_sentences) as DeviceSentence[]
const namesIn = (key: DeviceSentence) =>
  [...device_sentences[key].matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

describe('the sentences of the device', () => {
  test.each(keys)('%s is read back with its facts', (key) => {
    const facts = Object.fromEntries(namesIn(key).map((name, at) => [name, `${at + 7}-"${name}"`]))
    expect(readSentence(deviceSentence(key, facts))).toEqual({ key, facts })
  })

  test('a sentence within a sentence keeps its wording', () => {
    const text = deviceSentence('sign_in_said', { said: deviceSentence('no_answer_in_time') })
    expect(text).toBe('Sign-in: No answer in time')
    expect(readSentence(text)).toEqual({ key: 'sign_in_said', facts: { said: 'No answer in time' } })
  })

  test.each(['', 'HTTP 503 <html>', '{"code":7001,"message":"no contract"}', 'nothing listens there'])(
    'the words of a peer are not read as a sentence of the device: %s',
    (text) => expect(readSentence(text)).toBeUndefined(),
  )
})
