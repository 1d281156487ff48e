/** A data folder of a device that has lived, ways to damage its files, and starts on a damaged copy. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { calls, type Body, type CallName } from '@parking/contract'
import { runServer } from '#src/run.ts'
import { makeSnapshot } from '#src/system/restore/snapshot.ts'
import type { Finding } from '#src/core/data-findings.ts'
import { openDevice, test_password, type Reply } from '../device.ts'
import { fillBox } from '../system/restore-device.ts'

/** Ways to damage one file. Mode bits do not stop root, who runs the tests, but a link to itself does. */
export const ways = {
  header: (file: string) => flip(file, 3),
  middle: (file: string) => flip(file, middleOf(statSync(file).size)),
  tail: (file: string) => flip(file, statSync(file).size - 1),
  /** What a file system may leave after a power cut: the length, but not the bytes. */
  zeros: (file: string) => writeFileSync(file, Buffer.alloc(statSync(file).size)),
  longer: (file: string) => appendFileSync(file, Buffer.alloc(700, 'parking')),
  half: (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  empty: (file: string) => truncateSync(file, 0),
  removed: (file: string) => rmSync(file),
  unreadable: (file: string) => {
    rmSync(file)
    symlinkSync(basename(file), file)
  },
  folder: (file: string) => {
    rmSync(file)
    mkdirSync(file)
  },
} as const
export type Way = keyof typeof ways
export const all_ways = Object.keys(ways) as Way[]

function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at]! ^= 0x55
  writeFileSync(file, bytes)
}

/** In a database: the kind of a page, because a flipped byte of a text is another text. */
const middleOf = (bytes: number): number =>
  bytes > 16_384 ? Math.floor(bytes / 2 / 4_096) * 4_096 : Math.floor(bytes / 2)

/** Fills `folder` through a device's own calls, with two snapshots, and stops the device. */
export async function makeLivedFolder(folder: string): Promise<void> {
  mkdirSync(folder)
  const box = await openDevice({ folder, now: Date.now() })
  const { admin, host_sn } = await fillBox(box)
  await box.call(
    'set_restore_config',
    { ...network, keep: ['network', 'users', 'cameras', 'params', 'events'] },
    admin,
  )
  await box.call('restore', { host_sn }, admin)
  const again = await box.restart()
  makeSnapshot(again.deps, 'update')
  await again.deps.proof_log.caughtUp()
  await again.app.close()
  await again.deps.platform_session.stop()
  await again.deps.proof_log.stop()
  again.deps.proof_log.close()
  again.deps.log_writer.close()
  again.deps.audit_chain.close()
  again.deps.db.close()
  await (await start(folder, 'on')).stop() // makes what only the whole server makes
}

const network = { ipv4: '192.168.1.100', netmask: '255.255.255.0', gateway: '192.168.1.1' }

type Started = {
  found(): Finding[]
  /** Makes a call over the network. */
  call<Name extends CallName>(name: Name, body: Body<Name>, token?: string): Promise<Reply<Name>>
  stop(): Promise<void>
}

/** Starts the whole server on a folder. Rejects with the sentence that it would print. */
export async function start(folder: string, tls: 'on' | 'off' = 'off'): Promise<Started> {
  let printed = ''
  const running = await runServer(
    {
      PARKING_DATA: folder,
      PARKING_PORT: '0',
      PARKING_LOG: 'silent',
      PARKING_TLS: tls,
      PARKING_PROGRAMS: '/nothing-here',
      PARKING_ADMIN_PASSWORD: test_password,
      PARKING_PASSWORD_TUNING: '0',
    },
    () => undefined,
    (text) => void (printed += text),
  )
  const address = /^Console: (\S+)$/m.exec(printed)?.[1] ?? ''
  return {
    found: () => running.findings().all(),
    stop: running.stop,
    async call(name, body, token) {
      const answer = await fetch(`${address}${calls[name].path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          connection: 'close',
          ...(token !== undefined && { authorization: token }),
        },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as never
    },
  }
}

/** SHA-256 of each file below a folder that a start must not change, by path. */
export function contentOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

export const copyOf = (folder: string, to: string): void => cpSync(folder, to, { recursive: true })

/** Exchanges two files or folders. */
export function exchange(one: string, other: string): void {
  const aside = join(dirname(one), 'exchanged')
  renameSync(one, aside)
  renameSync(other, one)
  renameSync(aside, other)
}
