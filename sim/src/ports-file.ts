/** Stores the street's ports, so that cameras added to the device are still reachable after a restart. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { World } from './world.ts'

export type StreetFile = {
  cameras: number[]
  platform: number
  /** A UDP port. */
  time?: number
  registrar?: number
  s3?: number
  ftp?: number
  mail?: number
  mail_tls?: number
  mailbox?: number
  /** True once two of the cameras have been broken on purpose. */
  broken: boolean
}

/** Reads the file of the last run; undefined on the first run. */
export function readStreetFile(path: string): StreetFile | undefined {
  try {
    const { cameras, platform, time, registrar, s3, ftp, mail, mail_tls, mailbox, broken } = JSON.parse(
      readFileSync(path, 'utf8'),
    ) as Partial<StreetFile>
    return Array.isArray(cameras) && typeof platform === 'number'
      ? { cameras, platform, time, registrar, s3, ftp, mail, mail_tls, mailbox, broken: broken === true }
      : undefined
  } catch {
    return undefined
  }
}

/** Writes the file for the next run. */
export function writeStreetFile(
  path: string,
  { cameras, platform, time, registrar, s3, ftp, mail }: World,
  mailbox: number,
  broken: boolean,
): void {
  const file: StreetFile = {
    cameras: cameras.map(({ port }) => port),
    platform: platform.port,
    time: time.port,
    registrar: registrar.port,
    s3: s3.port,
    ftp: ftp.port,
    mail: mail.port,
    mail_tls: mail.tls_port,
    mailbox,
    broken,
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(file, null, 1)}\n`)
}
