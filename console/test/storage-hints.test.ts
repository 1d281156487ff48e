/** The endpoint that each hint of the object storage shows is one that the device signs for its region. */
import { regionOf } from '@parking/contract/params/storage-place.ts'
import { expect, test } from 'vitest'
import tw from '#src/locales/tw/params/object-storage.ts'
import zh from '#src/locales/zh/params/object-storage.ts'

test.each([
  ['zh', zh.at],
  ['tw', tw.at],
] as const)('the endpoints of the hints in %s', (_, at) => {
  const hostIn = (hint: string) => new URL(/https:\/\/[\w.:-]+/.exec(hint)?.[0] ?? '').hostname
  // The vendor offers S3 under names of its own; the others answer both.
  expect(hostIn(at.cloud_a.endpoint_hint)).toMatch(/^s3\.oss-/)
  expect(
    [at.cloud_a, at.cloud_b, at.cloud_c].map(({ endpoint_hint }) => regionOf(hostIn(endpoint_hint))),
  ).toEqual(['cn-shenzhen', 'cn-south-1', 'ap-guangzhou'])
})
