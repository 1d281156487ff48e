/** The free space of the file system, and when it counts as full. */
import { statfs } from 'node:fs/promises'

/** Below either limit, events and updates soon have no room. */
export const min_free = { share: 0.05, bytes: 500 * 1024 * 1024 }
export type Space = {
  total: number
  free: number
  /** Files that can still be created; null if the file system does not count them. */
  inodes: number | null
}

/** The bytes that this user may still write on the file system of the folder. */
export async function spaceOf(folder: string): Promise<Space> {
  const { bsize, blocks, bavail, files, ffree } = await statfs(folder)
  return { total: blocks * bsize, free: bavail * bsize, inodes: files > 0 ? ffree : null }
}

/** True when almost no more files can be created, however many bytes are free. */
export const isOutOfFiles = ({ inodes }: Pick<Space, 'inodes'>): boolean => inodes !== null && inodes < 1_000

/** Whether a disk is below either limit of `min_free`, or can hardly create more files. */
export const isFull = (space: Space): boolean =>
  space.free < min_free.bytes || space.free < space.total * min_free.share || isOutOfFiles(space)

/** Whether the file system refused to write because no space is left, or none of the user's own. */
export const isNoSpace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
