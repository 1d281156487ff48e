/** The keyboard of the human check: the help tells every key there is, and the arrows reach every province and every look-alike. */
import { provinces } from '@parking/contract/plate/plate-forms.ts'
import { look_alikes } from '@parking/contract/plate/plate-look-alikes.ts'
import { describe, expect, test } from 'vitest'
import tw from '#src/locales/tw/checks/checks.ts'
import zh from '#src/locales/zh/checks/checks.ts'
import { belongsTo, deedOf } from '#src/pages/business/data/manual/check/check-keys.ts'
import { offered, ringOf, turned } from '#src/pages/business/data/manual/check/plate-choices.ts'

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
  ] as const)('the help of %s tells every deed, and no key that does nothing', (_, words) => {
    const told = words.help_rows
      .flatMap(([keys]) => keys.split(/ 或 | – /))
      .map((key) => deedOf(named[key] ?? key)?.kind)
    expect(told).not.toContain(undefined)
    expect(new Set(told)).toEqual(
      new Set([
        'confirm',
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

  test('letters do the same in either case; the digits are the suggestions', () => {
    expect([deedOf('V'), deedOf('v')]).toEqual([{ kind: 'vacant' }, { kind: 'vacant' }])
    expect([deedOf('1'), deedOf('9'), deedOf('0'), deedOf('x'), deedOf('Tab')]).toEqual([
      { kind: 'suggestion', at: 0 },
      { kind: 'suggestion', at: 8 },
      undefined,
      undefined,
      undefined,
    ])
    expect(belongsTo(null, 'Enter')).toBe(false)
  })
})

describe('characters', () => {
  test('every province is reached from the letter it begins with, in a ring', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    expect(
      letters
        .flatMap((letter) => ringOf(letter, 0, 0))
        .filter((one) => provinces.includes(one))
        .toSorted(),
    ).toEqual([...provinces].toSorted())
    for (const province of provinces) {
      expect(turned(turned(province, 0, 0, 1), 0, 0, -1)).toBe(province)
      expect(new Set([...offered(province, 0, 0), province])).toEqual(new Set(provinces))
    }
    expect(ringOf('Y', 0, 0)).toEqual(['Y', '豫', '粤', '渝', '云'])
  })

  test('elsewhere the arrows go round what looks alike, and leave alone what nothing looks like', () => {
    for (const group of look_alikes.slice(0, 12)) {
      let at = [...group][0]!
      for (let step = 0; step < group.length; step++) at = turned(at, 3, 0, 1)
      expect(at).toBe([...group][0])
    }
    expect([turned('9', 3, 0, 1), offered('9', 3, 0)]).toEqual(['9', []])
  })
})
