/** The scene list: rows, filters, sorting, and what a batch edit sends. */
import { describe, expect, test } from 'vitest'
import {
  filterIn,
  filtered,
  nextSort,
  sorted,
  sortIn,
  sortText,
} from '#src/pages/business/sceneList/scene-filter.ts'
import { jobsOf } from '#src/pages/business/sceneList/scene-edit.ts'
import { editorUrl, lotRowsOf, sceneRowsOf, type Scene } from '#src/pages/business/sceneList/scene-rows.ts'

const outline: [number, number][] = [
  [0.1, 0.1],
  [0.2, 0.1],
  [0.2, 0.2],
]
const sceneOf = (scene_id: string, lot_nos: readonly string[], more: Partial<Scene> = {}): Scene => ({
  scene_id,
  camera_sn: `SN-${scene_id}`,
  camera_name: `东门 ${scene_id}`,
  scene_type: 0,
  enabled: true,
  parking_no: 'P-1',
  direction: 5,
  ref_width: 640,
  ref_height: 360,
  lots: lot_nos.map((lot_no) => ({
    lot_no,
    lot_type: 1,
    lot_posture: 0,
    motor_num: 1,
    difficult: 0,
    polygon: outline,
  })),
  lot_num: lot_nos.length,
  ref_snapshot: '/media/1.jpg',
  update_time_str: '2026-01-01 08:00:00',
  revision: 7,
  ...more,
})
const scenes = [
  sceneOf('s10', ['A10', 'A2', 'B1']),
  sceneOf('s2', ['C1'], { scene_type: 2, enabled: false, parking_no: 'P-2', moved: true }),
  sceneOf('s3', []),
]
const rows = { scenes: sceneRowsOf(scenes), lots: lotRowsOf(scenes) }
const search = (text: string) => new URLSearchParams(text)
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

describe('rows', () => {
  test('every scene with its warnings, every lot of every scene', () => {
    expect(rows.scenes.map(({ warnings }) => warnings)).toEqual([[], ['camera_moved'], ['no_lots']])
    expect(ids(rows.lots)).toEqual(['s10/A10', 's10/A2', 's10/B1', 's2/C1'])
  })

  test('a number that is used twice is marked in both scenes, an empty car park too', () => {
    const both = [sceneOf('a', ['X1', 'X2']), sceneOf('b', ['X1'], { parking_no: ' ' })]
    expect(sceneRowsOf(both).map(({ warnings }) => warnings)).toEqual([
      ['number_twice'],
      ['no_parking_no', 'number_twice'],
    ])
    expect(lotRowsOf(both).map(({ warnings }) => warnings.length)).toEqual([1, 0, 1])
  })

  test('the link to the editor contains the lot', () => {
    expect(editorUrl(scenes[0]!, 'A 2')).toBe(
      '/business/sceneConfig/scene?camera_sn=SN-s10&scene_id=s10&lot=A+2',
    )
  })
})

describe('filters', () => {
  test.for([
    ['', ['s10', 's2', 's3']],
    ['text=a2', ['s10']],
    ['text=%E4%B8%9C%E9%97%A8+s2', ['s2']],
    ['camera_sn=SN-s2', ['s2']],
    ['parking_no=P-1', ['s10', 's3']],
    ['scene_type=2', ['s2']],
    ['enabled=0', ['s2']],
    ['enabled=1', ['s10', 's3']],
    ['warned=1', ['s2', 's3']],
    ['parking_no=P-1&warned=1', ['s3']],
    ['lot_type=0', ['s10', 's2', 's3']], // a filter of lots only
  ] as const)('"%s" finds %j', ([text, found]) => {
    expect(ids(filtered(rows.scenes, filterIn(search(text))))).toEqual(found)
  })

  test('a long text finds a scene by its id; a short one is a lot number', () => {
    const camera_name = '东门'
    const found = sceneRowsOf([
      sceneOf('scene-7fa01c-88', ['B1'], { camera_name }),
      sceneOf('scene-2', ['A01'], { camera_name }),
    ])
    const find = (text: string) => ids(filtered(found, filterIn(search(`text=${text}`))))
    expect(find('A01')).toEqual(['scene-2'])
    expect(find('7FA01C')).toEqual(['scene-7fa01c-88'])
  })

  test('lots are found by their own number and type', () => {
    const lots = (text: string) => ids(filtered(rows.lots, filterIn(search(`view=lots&${text}`))))
    expect(lots('text=a')).toEqual(['s10/A10', 's10/A2'])
    expect(lots('lot_type=1&enabled=0')).toEqual(['s2/C1'])
    expect(lots('lot_type=0')).toEqual([])
  })
})

describe('sorting', () => {
  test('numbers in a text sort as numbers; equal rows keep their order', () => {
    const lots = (text: string) => ids(sorted(rows.lots, 'lots', sortIn(search(`view=lots&sort=${text}`))))
    expect(lots('lot_no')).toEqual(['s10/A2', 's10/A10', 's10/B1', 's2/C1'])
    expect(lots('-lot_no')).toEqual(['s2/C1', 's10/B1', 's10/A10', 's10/A2'])
    expect(lots('camera')).toEqual(['s2/C1', 's10/A10', 's10/A2', 's10/B1'])
    expect(lots('lot_type')).toEqual(ids(rows.lots))
    expect(lots('toString')).toEqual(ids(rows.lots))
    expect(sortIn(search('sort=lot_no')), 'scenes have no number').toBeUndefined()
  })

  test('clicking a column sorts ascending, then descending, then in the order of the device', () => {
    const first = nextSort(undefined, 'lot_num')
    const second = nextSort(first, 'lot_num')
    expect([first, second, nextSort(second, 'lot_num')].map(sortText)).toEqual([
      'lot_num',
      '-lot_num',
      undefined,
    ])
    expect(sortText(nextSort(second, 'camera'))).toBe('camera')
  })
})

describe('a batch edit', () => {
  test('of scenes sends each with the revision that was read, its outlines and its picture', () => {
    const [one, two] = jobsOf(rows.scenes.slice(0, 2), { kind: 'scenes', changes: { enabled: false } })
    const { camera_name: _, lot_num: __, ref_snapshot: ___, update_time_str: ____, ...rest } = scenes[0]!
    expect(one?.body).toEqual({ ...rest, enabled: false, keep_reference: true, revision: 7 })
    expect(two, 'is disabled already').toMatchObject({ ids: ['s2'], body: undefined })
  })

  test('of lots sends each scene once, and changes only the selected lots', () => {
    const selected = [rows.lots[2]!, rows.lots[3]!, rows.lots[0]!]
    const jobs = jobsOf(selected, { kind: 'lots', changes: { lot_posture: 2, difficult: 1 } })
    expect(jobs.map((job) => [job.ids, job.lot_nos])).toEqual([
      [
        ['s10/B1', 's10/A10'],
        ['B1', 'A10'],
      ],
      [['s2/C1'], ['C1']],
    ])
    expect(jobs[0]?.body?.lots).toMatchObject([
      { lot_no: 'A10', lot_posture: 2, difficult: 1, lot_type: 1, polygon: outline },
      { lot_no: 'A2', lot_posture: 0, difficult: 0 },
      { lot_no: 'B1', lot_posture: 2, difficult: 1 },
    ])
  })
})
