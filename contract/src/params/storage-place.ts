/**
 * What `directory` and `endpoint` of the storage parameters mean under each protocol (docs/decisions/0017).
 */
import { storage_protocol } from '../core/codes.ts'
import { key_limits } from './key-template.ts'
import type { Issue } from '../core/rules.ts'

/** The fields of the location; they may be empty as long as nothing is stored. */
export type StorageFields = { protocol: number; endpoint: string; directory: string }

/** `bucket` is empty for FTP. `folder` precedes every key, without a slash at either end; empty for none. */
export type StoragePlace = { bucket: string; folder: string }

/**
 * The bucket is the first part of `directory`, the rest is a folder in it. For FTP all of it is a folder
 * below the root of the FTP user.
 */
export function storagePlace({
  protocol,
  directory,
}: Pick<StorageFields, 'protocol' | 'directory'>): StoragePlace {
  const parts = directory.split('/').filter((part) => part !== '')
  const bucket = protocol === storage_protocol.ftp ? '' : (parts.shift() ?? '')
  return { bucket, folder: parts.join('/') }
}

/**
 * The clouds expect the bucket as part of the host name (virtual-hosted style), MinIO as the first part of
 * the path.
 */
export const hasBucketHost = (protocol: number): boolean =>
  protocol !== storage_protocol.s3 && protocol !== storage_protocol.ftp

const host_bucket = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/
const path_bucket = /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/

/** The issue of `directory`; an empty one is valid. */
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

/**
 * The region in the host name of an endpoint; `us-east-1` if it contains none, which is MinIO's region and is
 * corrected by other storages.
 */
export function regionOf(host: string): string {
  const name = host.toLowerCase()
  const known = [
    // Aliyun OSS; the host name of its acceleration contains no region.
    /(?:^|\.)(?:s3\.)?oss-(?!accelerate)([a-z0-9-]+?)(?:-internal)?\.aliyuncs(?:-internal)?\.com$/,
    /(?:^|\.)obs\.([a-z0-9-]+)\.myhuaweicloud\.(?:com|eu)$/, // Huawei OBS
    /(?:^|\.)cos(?:-internal)?\.([a-z0-9-]+)\.(?:myqcloud\.com|tencentcos\.cn)$/, // Tencent COS
    /(?:^|\.)s3[.-](?:dualstack\.)?([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/,
  ].map((pattern) => pattern.exec(name)?.[1])
  return known.find((region) => region !== undefined) ?? 'us-east-1'
}
