import { event_status } from '@parking/contract/core/codes.ts'
import { parking_event } from '@parking/contract/events/event.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statusSentence, statusWord } from '#src/events/event/event-status.tsx'
import { filterIn } from '#src/events/filter/event-filter.ts'
import { plateLook } from '#src/events/plate/plate.ts'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import zh from '#src/locales/zh/events/events.ts'
import said from '#src/locales/zh/shell/device-said.ts'
import { any_character } from '@parking/contract/test/any-text.ts'

describe('a plate', () => {
  it.each([
    ['粤B12345', 'blue', 'mainland', '粤B', '·', '12345'],
    ['粤B·12345', 'blue', 'mainland', '粤B', '·', '12345'],
    ['粤BD12345', 'gradient_green', 'mainland', '粤B', '·', 'D12345'],
    ['沪A1234警', 'white', 'mainland', '沪A', '·', '1234警'],
    ['ABC-1235', 'white_black', 'taiwan', 'ABC', '-', '1235'],
    ['abc1235', 'white_black', 'taiwan', 'ABC', '-', '1235'],
    ['1234-AB', 'white_black', 'taiwan', '1234', '-', 'AB'],
    ['EW12345', 'white', 'taiwan', 'EW', '-', '12345'],
    ['使123456', 'black', 'mainland', '使123456', '', ''],
    ['2R1235', 'white_black', 'taiwan', '2R', '-', '1235'],
    ['云S0000应急', 'white', 'mainland', '云S', '·', '0000应急'],
    ['VA12345', 'white', 'mainland', 'VA', '·', '12345'],
    ['VA12345', 'white_black', 'taiwan', 'VA', '-', '12345'],
    ['12345', 'blue', 'other', '12345', '', ''],
  ])('%s is drawn in its form', (number, color, region, head, separator, tail) => {
    expect(plateLook(number, color)).toEqual({ region, color, head, separator, tail })
  })
  it('is undefined without a number, and of unknown colour for an unknown colour', () => {
    expect(plateLook(' · ', 'blue')).toBe(undefined)
    expect(plateLook('粤B12345', 'mauve')?.color).toBe('unknown')
  })
  it('never throws (property)', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: any_character }),
        fc.string(),
        (number, color) => void plateLook(number, color),
      ),
    )
  })
})

describe('the filter of an address', () => {
  it('drops invalid values', () => {
    expect(
      filterIn(
        new URLSearchParams(
          'status=2&event_type=99&plate_color=mauve&start_time=yesterday&lot_no= A01 &response_status=-1',
        ),
      ),
    ).toEqual({ status: 2, lot_no: 'A01', response_status: -1 })
  })
  it('always satisfies the contract (property)', () => {
    const names = [
      'start_time',
      'end_time',
      'parking_no',
      'camera_name',
      'lot_no',
      'event_type',
      'plate_number',
      'plate_color',
      'status',
      'response_status',
    ] as const
    const value = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', maxLength: 90 }),
      fc.constantFrom(
        '0',
        '2',
        '-1',
        'blue',
        '2026-11-21 08:00:00',
        '2026-13-01 08:00:00',
        '2026-02-30 08:00:00',
      ),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (params) => {
        expect(
          parking_event.body.safeParse({ page: 1, page_size: 20, ...filterIn(new URLSearchParams(params)) })
            .error?.issues ?? [],
        ).toEqual([])
      }),
    )
  })
})

describe('the status of an event', () => {
  const event = (status: number, more = {}) => ({
    status,
    response_status: -1,
    response_info: '',
    next_try_str: '',
    ...more,
  })
  it('reads any other number as manually discarded (spec §4)', () => {
    expect([statusWord(event_status.sent), statusWord(9), statusWord(42), statusWord(-1)]).toEqual([
      'sent',
      'manually_discarded',
      'manually_discarded',
      'manually_discarded',
    ])
  })
  it('explains the status and the next step', () => {
    const words = { ...zh, said: (info: string) => translateDeviceText(info, said) }
    expect(
      statusSentence(
        event(0, { response_status: 1, response_info: 'lot unknown', next_try_str: '2026-11-21 08:30:00' }),
        words,
      ),
    ).toBe('已排队，等待发送到平台。平台拒收：“lot unknown”。将在 2026-11-21 08:30:00 再次发送。')
    expect(translateDeviceText('write: changed (It has 5 bytes instead of 7)', said)).toBe(
      '写入：读回的内容与写入的不同（实际为 5 字节，应为 7 字节）',
    )
    expect(statusSentence(event(0, { response_info: 'Nothing listens there' }), words)).toBe(
      '已排队，等待发送到平台。上次发送失败：“地址可达，但该端口没有服务”。',
    )
    expect(statusSentence(event(2, { next_try_str: '2026-11-21 08:30:00' }), words)).toBe('平台已收到。')
  })
})
