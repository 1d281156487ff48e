/** The Debian systems of the lab, as a box is before the product is installed. Each is made once and kept. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, Sentence } from '../../scripts/lib/run.mjs'
import { debianMirror } from '../mirror.ts'

const suites: Record<string, string> = { 12: 'bookworm', 13: 'trixie' }
/** The DHCP client that ifupdown uses. */
const dhcp_clients: Record<string, string> = { 12: 'isc-dhcp-client', 13: 'dhcpcd-base' }
/** Only Debian's own packages: those of an ordinary server, and the programs that may manage its network. */
const include =
  'systemd,systemd-sysv,dbus,polkitd,libpam-systemd,gpgv,ca-certificates,iproute2,procps,' +
  'network-manager,ifupdown,netplan.io,unattended-upgrades,nftables'

/** Makes a Debian, with additional packages if given, unless it exists with these. Returns its folder. */
export async function makeDebian(cache: string, debian: string, more?: { name: string; packages: string }) {
  const base = join(cache, `debian-${debian}${more ? `-${more.name}` : ''}`)
  const suite = suites[debian]
  if (suite === undefined) throw new Sentence(`There is no Debian ${debian} here: 12 or 13.`)
  const packages = [include, dhcp_clients[debian], ...(more ? [more.packages] : [])].join(',')
  const made_of = `${base}.packages`
  if (existsSync(base) && existsSync(made_of) && readFileSync(made_of, 'utf8') === packages) return base
  rmSync(base, { recursive: true, force: true })
  rmSync(`${base}.new`, { recursive: true, force: true })
  const args = ['--variant=minbase', `--include=${packages}`, suite, `${base}.new`, await debianMirror()]
  const { code, output } = await run('debootstrap', args, { timeout_ms: 900_000 })
  if (code !== 0)
    throw new Sentence(`${output.trim().split('\n').slice(-15).join('\n')}\nNo Debian could be made.`)
  await run('mv', [`${base}.new`, base])
  writeFileSync(made_of, packages)
  return base
}
