/** The Debian systems of the lab, as a box is before the product is installed. Each is made once and kept. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run, Sentence } from '../../scripts/lib/run.mjs'
import { debianMirror } from '../mirror.ts'

const suites: Record<string, string> = { 12: 'bookworm', 13: 'trixie' }
/** Only Debian's own services. */
const include =
  'systemd,systemd-sysv,dbus,polkitd,libpam-systemd,gpgv,ca-certificates,iproute2,procps,' +
  'network-manager,ifupdown'

/** Makes a Debian, with additional packages if given, unless it exists already. Returns its folder. */
export async function makeDebian(cache: string, debian: string, more?: { name: string; packages: string }) {
  const base = join(cache, `debian-${debian}${more ? `-${more.name}` : ''}`)
  const suite = suites[debian]
  if (suite === undefined) throw new Sentence(`There is no Debian ${debian} here: 12 or 13.`)
  if (existsSync(base)) return base
  const packages = more ? `${include},${more.packages}` : include
  const args = ['--variant=minbase', `--include=${packages}`, suite, `${base}.new`, await debianMirror()]
  const { code, output } = await run('debootstrap', args, { timeout_ms: 900_000 })
  if (code !== 0)
    throw new Sentence(`${output.trim().split('\n').slice(-15).join('\n')}\nNo Debian could be made.`)
  await run('mv', [`${base}.new`, base])
  return base
}
