/** The text of metric families, in both formats, by the rules of OpenMetrics 1.0 and of the format 0.0.4. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Counter, Histogram } from '#src/core/meters.ts'
import { counters, exposition, formatFor, gauge, gauges, histogram } from '#src/metrics/exposition.ts'

describe('the format', () => {
  test.each([
    [undefined, 'text'],
    ['*/*', 'text'],
    ['text/plain;version=0.0.4', 'text'],
    ['application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3', 'openmetrics'],
    ['text/plain, application/openmetrics-text;q=0.2', 'text'],
    ['application/openmetrics-text;q=0', 'text'],
  ])('for Accept: %s is %s', (accept, format) => expect(formatFor(accept)).toBe(format))
})

test('a counter has its suffix where each format requires it', () => {
  const words = new Counter(['sent', 'lost'])
  words.count('sent')
  const families = counters('parking_x', 'Counted.', 'outcome', words)
  expect(exposition(families, 'openmetrics')).toBe(
    '# TYPE parking_x counter\n# HELP parking_x Counted.\nparking_x_total{outcome="sent"} 1\n' +
      'parking_x_total{outcome="lost"} 0\n# EOF\n',
  )
  expect(exposition(families, 'text')).toBe(
    '# TYPE parking_x_total counter\n# HELP parking_x_total Counted.\nparking_x_total{outcome="sent"} 1\n' +
      'parking_x_total{outcome="lost"} 0\n',
  )
})

test('a unit is named, and an unknown value has no line', () => {
  expect(exposition(gauge('parking_age_seconds', 'Age.', 1.5), 'openmetrics')).toContain(
    '# UNIT parking_age_seconds seconds\n',
  )
  expect(gauge('parking_age_seconds', 'Age.', null)).toEqual([])
})

test('buckets are cumulative, their bounds are floats, and there are at most eight', () => {
  const values = new Histogram([0.05, 1, 10])
  for (const value of [0.01, 0.05, 0.5, 99, -3]) values.observe(value)
  expect(
    exposition(histogram('parking_took_seconds', 'Took.', values), 'text')
      .split('\n')
      .slice(2),
  ).toEqual([
    'parking_took_seconds_bucket{le="0.05"} 3',
    'parking_took_seconds_bucket{le="1.0"} 4',
    'parking_took_seconds_bucket{le="10.0"} 4',
    'parking_took_seconds_bucket{le="+Inf"} 5',
    'parking_took_seconds_sum 99.56',
    'parking_took_seconds_count 5',
    '',
  ])
  expect(() => new Histogram([1, 2, 3, 4, 5, 6, 7, 8])).toThrow('at most eight buckets')
})

test('a label of any text stays on one line and reads back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const page = exposition(gauges('parking_x', 'X.', 'word', [[text, 1]]), 'text')
      const written = /^parking_x\{word="((?:[^"\\\n]|\\["\\n])*)"\} 1$/m.exec(page)?.[1]
      const read = written?.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one))
      expect(read).toBe(text.replace(/\r\n?/g, '\n'))
      expect(page.split('\n')).toHaveLength(4)
    }),
  )
})
