/** A real server whose evidence log a test fills, its dossiers, and helpers to forge archives from them. */
import { openDevice, type Device } from '@parking/server/test/device.ts'
import { plantLots } from '@parking/server/test/events/event-device.ts'
import { dossierOf } from '@parking/server/test/proof/dossier-device.ts'
import { report } from '@parking/server/test/proof/report.ts'
import { unzipSync, zipSync, type Zippable } from 'fflate'
import { bytesSource, node_platform } from '../src/node.mjs'
import { verifyDossier, type Known } from '../src/verify.mjs'

export type Files = Record<string, Uint8Array>

export async function openEvidence() {
  const device = await openDevice({ mono: 'held' })
  plantLots(device.deps.db)
  return {
    device,
    pass: device.wait,
    setClock: device.setClock,
    /** Waits after each event until it is logged, as on a box. */
    stay: async (plate_number = '粤B12345', minutes = 50) => {
      const entry = await report(device, { plate_number, pictures: 2 })
      await device.deps.proof_log.caughtUp()
      device.wait(minutes * 60_000)
      const exit = await report(device, { event_type: 3, plate_number, pictures: 2 })
      await device.deps.proof_log.caughtUp()
      return { entry, exit }
    },
    dossier: async (uuid: string): Promise<Files> => unzipSync(await dossierOf(device, uuid)),
    head: async () => {
      await device.deps.proof_log.caughtUp()
      return device.deps.proof_log.head()
    },
    key_id: (): string => device.deps.proof_log.key.current.key_id,
  }
}
export type Evidence = Awaited<ReturnType<typeof openEvidence>> & { device: Device }

export const zipped = (files: Files, level: 0 | 6 = 0): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes])) as Zippable, {
    level,
  })

export const verifyBytes = (bytes: Uint8Array, known?: Known) =>
  verifyDossier(bytesSource(bytes), node_platform, known)
export const verifyFiles = (files: Files, known?: Known) => verifyBytes(zipped(files), known)

/** The codes of the findings of level `wrong`, each once. */
export const wrongCodes = ({ findings }: Awaited<ReturnType<typeof verifyFiles>>): string[] => [
  ...new Set(findings.filter(({ level }) => level === 'wrong').map(({ code }) => code)),
]

export const jsonOf = <T>(bytes: Uint8Array | undefined): T =>
  JSON.parse(Buffer.from(bytes ?? []).toString()) as T
export const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

/** A copy in which one bit of a file is flipped. */
export function withBit(files: Files, name: string, at = 100): Files {
  const bytes = Uint8Array.from(files[name]!)
  bytes[at]! ^= 1
  return { ...files, [name]: bytes }
}
