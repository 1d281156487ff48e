/**
 * The keys of the check desk: the help lists every key, and the arrows reach every province and look-alike.
 */
import { provinces } from '@parking/contract/plate/plate-forms.ts'
import { look_alikes } from '@parking/contract/plate/plate-look-alikes.ts'
import { describe, expect, test } from 'vitest'
import tw from '#src/locales/tw/checks/checks.ts'
import zh from '#src/locales/zh/checks/checks.ts'
import { belongsTo, checkActionOf } from '#src/pages/business/data/manual/check/check-keys.ts'
import { choicesFor, ringOf, nextInRing } from '#src/pages/business/data/manual/check/plate-choices.ts'

const named: Readonly<Record<string, string>> = {
  '→': 'ArrowRight',
  '←': 'ArrowLeft',
  空格: ' ',
  空白鍵: ' ',
}

describe('keys', () => {
  test.each([
    ['zh', zh],
    ['tw', tw],
  ] as const)('the help of %s lists every action, and no key without an action', (_, words) => {
    const keys_in_help = words.help_rows
      .flatMap(([keys]) => keys.split(/ 或 | – /))
      .map((key) => checkActionOf(named[key] ?? key)?.kind)
    expect(keys_in_help).not.toContain(undefined)
    expect(new Set(keys_in_help)).toEqual(
      new Set([
        'confirm',
        'no_plate',
        'edit',
        'suggestion',
        'vacant',
        'occupied',
        'discard',
        'skip',
        'back',
        'undo',
        'picture',
        'enlarge',
        'help',
      ]),
    )
  })

  test('letters work in either case; digits choose suggestions', () => {
    expect([checkActionOf('V'), checkActionOf('v')]).toEqual([{ kind: 'vacant' }, { kind: 'vacant' }])
    expect([
      checkActionOf('1'),
      checkActionOf('9'),
      checkActionOf('0'),
      checkActionOf('x'),
      checkActionOf('Tab'),
    ]).toEqual([
      { kind: 'suggestion', at: 0 },
      { kind: 'suggestion', at: 8 },
      { kind: 'no_plate' },
      undefined,
      undefined,
    ])
    expect(belongsTo(null, 'Enter')).toBe(false)
  })
})

describe('characters', () => {
  test('every province is reached from its initial, in a ring', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    expect(
      letters
        .flatMap((letter) => ringOf(letter, 0, 0))
        .filter((one) => provinces.includes(one))
        .toSorted(),
    ).toEqual([...provinces].toSorted())
    for (const province of provinces) {
      expect(nextInRing(nextInRing(province, 0, 0, 1), 0, 0, -1)).toBe(province)
      expect(new Set([...choicesFor(province, 0, 0), province])).toEqual(new Set(provinces))
    }
    expect(ringOf('Y', 0, 0)).toEqual(['Y', '豫', '粤', '渝', '云'])
  })

  test('at other positions the arrows cycle through look-alikes, and keep a character without any', () => {
    for (const group of look_alikes.slice(0, 12)) {
      let at = [...group][0]!
      for (let step = 0; step < group.length; step++) at = nextInRing(at, 3, 0, 1)
      expect(at).toBe([...group][0])
    }
    expect([nextInRing('9', 3, 0, 1), choicesFor('9', 3, 0)]).toEqual(['9', []])
  })
})
