/** The Debian mirror for the lab's boxes: the one that this machine's apt uses. */
import { run, Sentence } from '../scripts/lib/run.mjs'

/** `PARKING_LAB_MIRROR`, or the first site of apt's lists. Throws a Sentence if there is neither. */
export async function debianMirror(): Promise<string> {
  const given = process.env['PARKING_LAB_MIRROR']
  if (given) return given
  const asked = ['indextargets', '--format', '$(SITE)', 'Created-By: Packages', 'Component: main']
  const { output } = await run('apt-get', asked)
  const site = output.split('\n').find((line) => line.startsWith('http'))
  if (!site)
    throw new Sentence('apt has no lists: run apt-get update, or name a mirror in PARKING_LAB_MIRROR')
  return site
}
