/** The Debian mirror of a lab's box: the one that this machine's own apt uses. */
import { execFileSync } from 'node:child_process'

/** `PARKING_LAB_MIRROR`, or the first site of apt's lists. Throws where there is neither. */
export function debianMirror(): string {
  const given = process.env['PARKING_LAB_MIRROR']
  if (given) return given
  const asked = ['indextargets', '--format', '$(SITE)', 'Created-By: Packages', 'Component: main']
  const [site] = execFileSync('apt-get', asked, { encoding: 'utf8' }).split('\n')
  if (!site) throw new Error('apt has no lists: run apt-get update, or name a mirror in PARKING_LAB_MIRROR')
  return site
}
