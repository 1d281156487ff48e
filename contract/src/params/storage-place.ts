/** Where in a storage everything is put: what `directory` and `endpoint` of the storage parameters mean for each protocol (docs/decisions/0017). */
import { storage_protocol } from '../core/codes.ts'
import { key_limits } from './key-template.ts'
import type { Issue } from '../core/rules.ts'

/** The fields of the storage parameters that say where; empty ones are allowed as long as nothing is stored. */
export type StorageFields = { protocol: number; endpoint: string; directory: string }

/** `bucket` is empty for FTP. `folder` goes before every key: no slash at either end, empty for none. */
export type StoragePlace = { bucket: string; folder: string }

/** A bucket is the first part of `directory`, and the rest is a folder in it. For FTP the whole is a folder, from the root of whoever signs in. */
export function storagePlace({
  protocol,
  directory,
}: Pick<StorageFields, 'protocol' | 'directory'>): StoragePlace {
  const parts = directory.split('/').filter((part) => part !== '')
  const bucket = protocol === storage_protocol.ftp ? '' : (parts.shift() ?? '')
  return { bucket, folder: parts.join('/') }
}

/** The clouds name a bucket as a part of the host (virtual-hosted style), MinIO as the first part of the path. */
export const hasBucketHost = (protocol: number): boolean =>
  protocol !== storage_protocol.s3 && protocol !== storage_protocol.ftp

const host_bucket = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/
const path_bucket = /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/

/** What is wrong with `directory`; an empty one is good. */
export function directoryIssue(fields: Pick<StorageFields, 'protocol' | 'directory'>): Issue | undefined {
  const { bucket, folder } = storagePlace(fields)
  if (fields.directory === '') return undefined
  if (
    fields.protocol !== storage_protocol.ftp &&
    !(hasBucketHost(fields.protocol) ? host_bucket : path_bucket).test(bucket)
  )
    return { field: 'directory', issue: 'bucket' }
  if (
    folder.split('/').some((part) => /^\.+$/.test(part) || part.trim() !== part) ||
    /[\\:*?"<>|%{}]/.test(folder)
  )
    return { field: 'directory', issue: 'key_path' }
  return new TextEncoder().encode(folder).length > key_limits.folder
    ? { field: 'directory', issue: 'key_long' }
    : undefined
}

/** The region that the name of an endpoint says; `us-east-1` where it says none, which is what MinIO has and others correct us from. */
export function regionOf(host: string): string {
  const name = host.toLowerCase()
  const known = [
    /(?:^|\.)(?:s3\.)?oss-([a-z0-9-]+?)(?:-internal)?\.aliyuncs\.com$/, // Aliyun OSS
    /(?:^|\.)obs\.([a-z0-9-]+)\.myhuaweicloud\.(?:com|eu)$/, // Huawei OBS
    /(?:^|\.)cos(?:-internal)?\.([a-z0-9-]+)\.(?:myqcloud\.com|tencentcos\.cn)$/, // Tencent COS
    /(?:^|\.)s3[.-](?:dualstack\.)?([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/,
  ].map((pattern) => pattern.exec(name)?.[1])
  return known.find((region) => region !== undefined) ?? 'us-east-1'
}
