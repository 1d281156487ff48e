/** Lines pasted into the whitelist, and whether the list admits the user. */
import { describe, expect, test } from 'vitest'
import { covers, readLines, accessOf } from '#src/pages/system/whitelist/parse-lines.ts'

const read = (text: string, ...listed: string[]) =>
  readLines(text, new Set(listed)).map(({ number, address, comment, issue }) => [
    number,
    address,
    comment,
    issue?.kind,
  ])

describe('pasted lines', () => {
  test.each<[string, unknown[]]>([
    ['', []],
    ['\n  \n# a remark\n', []],
    ['192.0.2.1', [[1, '192.0.2.1', '', undefined]]],
    ['192.0.2.1 office of 2', [[1, '192.0.2.1', 'office of 2', undefined]]],
    [
      '192.0.2.1,office\r\n192.0.2.2;lab\r192.0.2.3\t车库\n192.0.2.4 # vpn\n192.0.2.5，值班',
      [
        [1, '192.0.2.1', 'office', undefined],
        [2, '192.0.2.2', 'lab', undefined],
        [3, '192.0.2.3', '车库', undefined],
        [4, '192.0.2.4', 'vpn', undefined],
        [5, '192.0.2.5', '值班', undefined],
      ],
    ],
    ['\n10.1.2.3/8', [[2, '10.0.0.0/8', '', undefined]]],
    ['2001:DB8:0::1/128', [[1, '2001:db8::1', '', undefined]]],
    [
      'office\n192.0.2.1/33 x',
      [
        [1, 'office', '', 'network'],
        [2, '192.0.2.1/33', 'x', 'network'],
      ],
    ],
    [
      '10.0.0.1/8\n10.9.9.9/8',
      [
        [1, '10.0.0.0/8', '', undefined],
        [2, '10.0.0.0/8', '', 'repeated'],
      ],
    ],
    ['192.0.2.9', [[1, '192.0.2.9', '', 'listed']]],
    [`192.0.2.1 ${'x'.repeat(201)}`, [[1, '192.0.2.1', 'x'.repeat(201), 'comment_long']]],
    ['192.0.2.1 a\u202eb', [[1, '192.0.2.1', 'a\u202eb', 'comment_control']]],
  ])('%j', (text, wanted) => expect(read(text, '192.0.2.9')).toEqual(wanted))

  test('a repeated line refers to the first', () =>
    expect(readLines('a\n192.0.2.1\n192.0.2.1/32', new Set()).at(-1)?.issue).toEqual({
      kind: 'repeated',
      line: 2,
    }))
})

test('whether the list admits the caller', () => {
  const list = [{ address: '192.0.2.0/24' }, { address: '2001:db8::/32' }]
  expect(
    ['127.0.0.1', '::1', '192.0.2.7', '2001:db8::9', '203.0.113.9', 'provisioning', ''].map((caller) =>
      accessOf(caller, list),
    ),
  ).toEqual(['device', 'device', 'in', 'in', 'out', 'unknown', 'unknown'])
  expect([
    covers('192.0.2.0/24', '192.0.2.7'),
    covers('192.0.2.0/24', '192.0.3.7'),
    covers('192.0.2.0/24', ''),
  ]).toEqual([true, false, false])
})
