/**
 * The template of object names, and their target folder: rules shared by device and console. Long because
 * each rule has its examples.
 */
import {
  default_key_template,
  directoryIssue,
  key_limits,
  keyClash,
  keyOf,
  keyTemplateIssue,
  regionOf,
  storageIssues,
  storagePlace,
  storage_factory,
  type KeyFacts,
} from '@parking/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDevice, type Device } from '../device.ts'
import { storeEvent } from '../events/event-device.ts'

const facts: KeyFacts = {
  device_sn: 'PE-7',
  parking_no: '深南大道',
  lot_no: 'A 01',
  camera_sn: 'C/1',
  event_type: 3,
  uuid: '0190a1b2-0000-7000-8000-000000000001',
  n: 2,
  kind: 'car',
  ext: 'jpg',
  event_time: '2026-11-21 08:05:09',
}

describe('the key template', () => {
  test('builds names from fields and letters', () => {
    expect(keyOf('{date}/{time}-{lot_no} {n}.{ext}', facts)).toBe('20261121/080509-A 01 2.jpg')
    expect(keyOf('{year}年{month}/{day}{hour}{minute}{second}_{event_type}_{kind}_{device_sn}', facts)).toBe(
      '2026年11/21080509_3_car_PE-7',
    )
    expect(keyOf('', facts)).toBe(`20261121/深南大道/A 01/${facts.uuid}-2.jpg`)
  })

  test('values cannot leave the folder, be empty or create a folder', () => {
    expect(keyOf('{camera_sn}', facts)).toBe('C_1')
    for (const [lot_no, safe] of [
      ['..', '_'],
      ['', '-'],
      ['   ', '-'],
      ['a\\b:c*?"<>|%{}d', 'a_b_c_d'],
      ['\u202ex', '_x'],
      ['.hidden.', '_hidden_'],
    ] as const)
      expect(keyOf('{lot_no}', { ...facts, lot_no })).toBe(safe)
    expect(Buffer.byteLength(keyOf('{lot_no}', { ...facts, lot_no: '车'.repeat(60) }))).toBeLessThanOrEqual(
      key_limits.value,
    )
  })

  test('valid templates are accepted, also the factory value', () => {
    for (const good of [
      '',
      default_key_template,
      storage_factory.key_re,
      '{uuid}{n}',
      '停车/{uuid} +~!(1)/{n}',
      '{device_sn}/{parking_no}/{lot_no}/{uuid}-{n}-{kind}.{ext}',
    ])
      expect([good, keyTemplateIssue(good)]).toEqual([good, undefined])
  })

  test('invalid templates are refused with the reason', () => {
    for (const [issue, templates] of Object.entries({
      key_field: [
        '{uuid}{n}{',
        '{uuid}{n}}',
        '{uuid}{n}{nothing}',
        '{uuid}{n}{}',
        '{UUID}{n}',
        '{{uuid}}{n}',
      ],
      key_character: ['{uuid}{n}\\x', '{uuid}{n}?', '{uuid}{n}%41', 'a:{uuid}{n}', '{uuid}{n}\u0007'],
      key_path: [
        '/{uuid}{n}',
        '{uuid}{n}/',
        '{uuid}//{n}',
        '{uuid}/../{n}',
        './{uuid}{n}',
        ' {uuid}{n}',
        '{uuid}/ a/{n}',
      ],
      key_long: [
        `${'x'.repeat(230)}{uuid}{n}`,
        `${Array.from({ length: 4 }, () => 'x'.repeat(150)).join('/')}/{uuid}{n}`,
        '{parking_no}{lot_no}{camera_sn}{device_sn}{uuid}{n}',
      ],
      key_clash: ['{uuid}', '{n}', '{date}/{lot_no}-{n}', '{uuid}-{kind}.{ext}', 'picture.jpg'],
    })) {
      for (const template of templates)
        expect([template, keyTemplateIssue(template)]).toEqual([template, issue])
    }
  })

  test('explains why two pictures could get the same name', () => {
    for (const [template, clash] of [
      ['{uuid}', 'pictures'],
      ['{lot_no}{n}', 'reopened'],
      ['{event_type}{date}{time}{n}', 'lots'],
      ['{event_type}{n}{uuid}', undefined],
      ['{event_type}{lot_no}{time}{n}', 'clock'],
    ] as const)
      expect([template, keyClash(template)?.clash]).toEqual([template, clash])
    expect(keyClash('{lot_no}-{n}.{ext}')?.key).toBe('A01-1.jpg')
  })
})

describe('the target', () => {
  test('the bucket is the first part of the directory; FTP has none', () => {
    expect(storagePlace({ protocol: 4, directory: '/evidence/a//b/' })).toEqual({
      bucket: 'evidence',
      folder: 'a/b',
    })
    expect(storagePlace({ protocol: 5, directory: 'evidence/a' })).toEqual({
      bucket: '',
      folder: 'evidence/a',
    })
    for (const [protocol, directory, issue] of [
      [4, 'evidence/街', undefined],
      [4, 'My_Bucket', undefined],
      [1, 'My_Bucket', 'bucket'],
      [3, 'evidence-1250000000', undefined],
      [2, 'a', 'bucket'],
      [4, 'a b', 'bucket'],
      [4, 'evidence/../x', 'key_path'],
      [5, '街 1/2', undefined],
      [5, '../x', 'key_path'],
      [5, 'a\\b', 'key_path'],
      [4, `evidence/${'x'.repeat(250)}`, 'key_long'],
      [4, '', undefined],
    ] as const)
      expect([directory, directoryIssue({ protocol, directory })?.issue]).toEqual([directory, issue])
  })

  test("the region is part of a cloud's host name", () => {
    for (const [host, region] of [
      ['oss-cn-shenzhen.aliyuncs.com', 'cn-shenzhen'],
      ['evidence.s3.oss-cn-hongkong-internal.aliyuncs.com', 'cn-hongkong'],
      ['s3.oss-cn-shenzhen.aliyuncs-internal.com', 'cn-shenzhen'],
      ['oss-accelerate.aliyuncs.com', 'us-east-1'],
      ['evidence.oss-accelerate-overseas.aliyuncs.com', 'us-east-1'],
      ['obs.cn-south-1.myhuaweicloud.com', 'cn-south-1'],
      ['e-1.cos.ap-guangzhou.myqcloud.com', 'ap-guangzhou'],
      ['s3.eu-west-1.amazonaws.com', 'eu-west-1'],
      ['minio.example.com', 'us-east-1'],
      ['127.0.0.1', 'us-east-1'],
    ] as const)
      expect([host, regionOf(host)]).toEqual([host, region])
  })

  test('the whole group is checked: endpoint, directory and template', () => {
    expect(
      storageIssues({
        ...storage_factory,
        protocol: 5,
        endpoint: 'https://x.example.com',
        directory: '../x',
        key_re: '{n}',
      }).map(({ field, issue }) => `${field} ${issue}`),
    ).toEqual(['endpoint url', 'directory key_path', 'key_re key_clash'])
  })
})

describe('the example', () => {
  let device: Device
  beforeAll(async () => void (device = await openDevice()))
  afterAll(() => device.close())

  test('is the newest event, or made up if there is none', async () => {
    const token = await device.tokenOf('viewer')
    expect((await device.call('storage_key_facts', {}, token)).data).toMatchObject({
      real: false,
      lot_no: 'A01',
      event_time: expect.stringMatching(/^2026-11-2/),
    })
    const place = { parking_no: 'P-9', camera_sn: 'C-9', camera_name: '', scene_id: '', lot_no: 'B02' }
    const at = Date.UTC(2026, 10, 20)
    storeEvent(device.deps.db, at, {
      uuid: facts.uuid,
      plate_number: '',
      plate_color: '',
      confidence: 1,
      place,
      pictures: [{ kind: 'plate', width: 1, height: 1, bytes: 1, sha256: Buffer.alloc(32) }],
    })
    expect((await device.call('storage_key_facts', {}, token)).data).toMatchObject({
      real: true,
      parking_no: 'P-9',
      lot_no: 'B02',
      kind: 'plate',
      uuid: facts.uuid,
      n: 1,
    })
  })
})
