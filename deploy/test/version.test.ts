/**
 * Versions are ordered as dpkg orders them, and the guard knows a version by its tree's name.
 * `PARKING_DPKG_PAIRS=100000` compares as many pairs.
 */
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lacks } from '../../scripts/lib/npm-test/lacking.mjs'
import { compareVersions, parseVersion, treeName } from '../guard/version.mjs'

const pairs = Number(process.env['PARKING_DPKG_PAIRS'] ?? 150)

const word = fc.stringMatching(/^[0-9A-Za-z.+~]{0,6}$/)
const made = fc.constantFrom(
  '~rc.1',
  '~rc.10',
  '~git20261128.152953.815042c0',
  '+git20261128.2.a',
  '.0',
  '~~',
  '',
  // Rebuilds, updates of a release, backports, and a version that was taken back.
  '-1+b1',
  '-1+b10',
  '-0+deb12u1',
  '-1~bpo12+1',
  '-1+deb13u1~deb12u1',
  '+really0.9-1',
)
const part = fc.tuple(fc.stringMatching(/^[0-9]{1,3}$/), fc.oneof(word, made)).map((parts) => parts.join(''))
const version = fc
  .tuple(
    fc.constantFrom('', '', '', '0:', '1:', '007:', '2147483647:'),
    part,
    fc.oneof(
      fc.constant(''),
      word.map((text) => `-${text}x`),
    ),
  )
  .map((parts) => parts.join(''))
/** Versions that differ little are the hard ones. */
const pair = fc.oneof(
  fc.tuple(version, version),
  fc.tuple(part, word, word).map(([head, a, b]): [string, string] => [head + a, head + b]),
)

const dpkg = spawnSync('dpkg', ['--version']).status === 0

test.skipIf(lacks('dpkg', !dpkg))(
  'versions are ordered as dpkg orders them',
  () => {
    const tried = fc.sample(pair, pairs)
    const script =
      'while read -r a b; do if dpkg --compare-versions "$a" lt "$b"; then echo -1; ' +
      'elif dpkg --compare-versions "$a" eq "$b"; then echo 0; else echo 1; fi; done'
    const input = tried.map((one) => `${one.join(' ')}\n`).join('')
    const { stdout } = spawnSync('sh', ['-c', script], { input, encoding: 'utf8', maxBuffer: 1 << 26 })
    const said = stdout.trim().split('\n').map(Number)
    expect(said).toHaveLength(pairs)
    const wrong = tried.flatMap(([a, b], at) =>
      Math.sign(compareVersions(a, b)) === said[at] ? [] : [`${a} ${b} ${said[at]}`],
    )
    expect(wrong).toEqual([])
  },
  900_000,
)

test('a text that dpkg refuses is no version', () => {
  const refused = ['', 'v1', '1_0', '1.0 ', 'a:1', '1:', '1.0-', '1.0-1-', '2147483648:1']
  expect(refused.map(parseVersion)).toEqual(refused.map(() => undefined))
  expect(parseVersion('1:2.0~rc1-3')).toEqual({ epoch: 1, upstream: '2.0~rc1', revision: '3' })
})

test('a heartbeat with the version of a package is known by the name of its tree', () => {
  expect(treeName('0.1.0~git20261128.152953.815042c0')).toBe('0.1.0-git20261128.152953.815042c0')
  expect(treeName(treeName('0.1.0~rc.1'))).toBe('0.1.0-rc.1')
})
