/**
 * The only place that reads, orders and names versions, for packages, guard and release: by Debian's rules
 * (deb-version(7)). Every tree carries it, because the guard runs alone.
 */

/** @typedef {{ epoch: number, upstream: string, revision: string }} Version */

/** An epoch is an `int` of dpkg. */
const max_epoch = 2_147_483_647

/**
 * The parts of a Debian version; undefined if it is none.
 * @param {string} text @returns {Version | undefined}
 */
export function parseVersion(text) {
  const found = /^(?:(\d+):)?(\d[0-9A-Za-z.+~:-]*?)(?:-([0-9A-Za-z.+~]+))?$/.exec(text)
  if (!found || text.endsWith('-')) return undefined
  const [, epoch, upstream = '', revision = ''] = found
  // A colon is allowed after an epoch only.
  if (epoch === undefined && upstream.includes(':')) return undefined
  if (Number(epoch) > max_epoch) return undefined
  return { epoch: Number(epoch ?? 0), upstream, revision }
}

/** The order of a character outside digits: `~` is before the end, letters are before the rest. */
const orderOf = (/** @type {string} */ sign) =>
  sign === '' ? 0 : sign === '~' ? -1 : /[A-Za-z]/.test(sign) ? sign.charCodeAt(0) : sign.charCodeAt(0) + 256

/**
 * Compares an upstream version or a revision, part by part.
 * @param {string} a @param {string} b @returns {number}
 */
function compareParts(a, b) {
  const [left, right] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? [])
  // Parts alternate between signs and digits; an empty part of signs makes both begin with signs.
  const begin = (/** @type {string[]} */ parts) => (/^\d/.test(parts[0] ?? '') ? ['', ...parts] : parts)
  const [ours, theirs] = [begin(left ?? []), begin(right ?? [])]
  for (let at = 0; at < Math.max(ours.length, theirs.length); at++) {
    const [one, other] = [ours[at] ?? '', theirs[at] ?? '']
    if (at % 2 === 1) {
      // As texts: a number may have more digits than a float keeps.
      const [x, y] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')]
      if (x.length !== y.length) return x.length - y.length
      if (x !== y) return x < y ? -1 : 1
      continue
    }
    for (let i = 0; i < Math.max(one.length, other.length); i++) {
      const apart = orderOf(one[i] ?? '') - orderOf(other[i] ?? '')
      if (apart !== 0) return apart
    }
  }
  return 0
}

/**
 * Below 0 if `a` is older than `b`, above 0 if it is newer, 0 if dpkg regards them as equal. Throws for a
 * text that is no version.
 * @param {string} a @param {string} b
 */
export function compareVersions(a, b) {
  const [one, other] = [parseVersion(a), parseVersion(b)]
  if (!one || !other) throw new Error(`${one ? b : a} is no Debian version`)
  return (
    one.epoch - other.epoch ||
    compareParts(one.upstream, other.upstream) ||
    compareParts(one.revision, other.revision)
  )
}

/**
 * The name of a version's folder and of its package, in which Debian allows neither `~` nor `:`. Versions of
 * the product have no `-` (`npm run package` refuses one), so that no two have one name.
 * @param {string} version
 */
export const treeName = (version) => version.replaceAll('~', '-')
