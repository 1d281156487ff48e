/** Finds pictures and clips of events that are damaged or missing on the disk, before a user needs them. */
import { createHash } from 'node:crypto'
import type { Deps } from '#src/core/deps.ts'
import { storedPicture, storedPictures, type Stored } from './stored-pictures.store.ts'

type Needs = Pick<Deps, 'db' | 'media' | 'findings'>

/** Events of one check, the newest and as many from a random place: some seconds of reading. */
const events = 200
/** More damaged files are one finding, of their folder. */
const max_named = 5
const whole_folder = 'media'

/** Reports a damaged file below the media folder. */
export function reportPicture(path: string, { findings }: Pick<Needs, 'findings'>): void {
  const named = findings.all().filter(({ damage }) => damage === 'picture').length
  findings.report(named < max_named ? `${whole_folder}/${path}` : whole_folder, 'picture')
}

/** Reports what is damaged or missing, and settles what is sound again or no longer needed. */
export async function checkPictures(needs: Needs, signal: AbortSignal, place = Math.random()): Promise<void> {
  const { db, findings } = needs
  const known = findings.all().flatMap(({ file, damage }) => (damage === 'picture' ? [file] : []))
  const again = known.flatMap((file) => storedPicture(db, file.slice(whole_folder.length + 1)) ?? [])
  const damaged = new Set<string>()
  for (const one of [...again, ...storedPictures(db, events, place)]) {
    if (signal.aborted) return
    if (!(await isSound(one, needs)) && storedPicture(db, one.path)) damaged.add(one.path)
  }
  for (const file of known)
    if (file === whole_folder ? damaged.size <= max_named : !damaged.has(file.slice(whole_folder.length + 1)))
      findings.settle(file)
  for (const path of damaged) reportPicture(path, needs)
}

/** Of a clip, which may be large, the first piece. */
async function isSound({ path, sha256 }: Stored, { media }: Needs): Promise<boolean> {
  try {
    if (path.endsWith('.jpg'))
      return createHash('sha256')
        .update(await media.files.read(path))
        .digest()
        .equals(sha256!)
    const file = await media.files.open(path)
    await file.start(1).finally(() => file.close())
    return true
  } catch {
    return false
  }
}
