/** The device can derive the region from every endpoint that the hints of the object storage show. */
import { regionOf } from '@parking/contract/params/storage-place.ts'
import { expect, test } from 'vitest'
import tw from '#src/locales/tw/params/object-storage.ts'
import zh from '#src/locales/zh/params/object-storage.ts'

test.each([
  ['zh', zh.at],
  ['tw', tw.at],
] as const)('the endpoints of the hints in %s', (_, at) => {
  const hostIn = (hint: string) => new URL(/https:\/\/[\w.:-]+/.exec(hint)?.[0] ?? '').hostname
  // This vendor serves S3 at separate host names; the other vendors use one host for both protocols.
  expect(hostIn(at.cloud_a.endpoint_hint)).toMatch(/^s3\.oss-/)
  expect(
    [at.cloud_a, at.cloud_b, at.cloud_c].map(({ endpoint_hint }) => regionOf(hostIn(endpoint_hint))),
  ).toEqual(['cn-shenzhen', 'cn-south-1', 'ap-guangzhou'])
})
