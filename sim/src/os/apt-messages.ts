/** The messages of apt 2.6 for rejected repositories, recorded from the real program. */

/**
 * `no_name`: the host name does not resolve. `wrong_key`: signed with another key. `damaged`: a list differs
 * from what was signed. `no_release`: there is no repository at the URL.
 */
export type Site = 'good' | 'unreachable' | 'no_name' | 'unsigned' | 'wrong_key' | 'damaged' | 'no_release'

const index_failed =
  'E: Some index files failed to download. They have been ignored, or old ' + 'ones used instead.\n'

/** Standard output and error of `apt-get update`, as they appear in the root helper's log. */
export function updateOutput(site: Site | 'disk_full', url: string): string {
  const host = url.replace(/^https?:\/\//, '').replace(/[:/].*$/, '')
  const at = `${url} stable`
  const list = `${url} stable/main amd64 Packages`
  switch (site) {
    case 'good':
      return ''
    case 'unreachable':
      return (
        `Err:1 ${at} InRelease\n  Could not connect to ${host}:80 (${host}). - connect ` +
        `(113: No route to host)\nReading package lists...\nE: Failed to fetch ` +
        `${url}/dists/stable/InRelease  Could not connect to ${host}:80 (${host}). - connect (113: No ` +
        `route to host)\n${index_failed}`
      )
    case 'no_name':
      return (
        `Err:1 ${at} InRelease\n  Could not resolve '${host}'\nReading package lists...\nE: ` +
        `Failed to fetch ${url}/dists/stable/InRelease  Could not resolve '${host}'\n${index_failed}`
      )
    case 'unsigned':
      return (
        `Ign:1 ${at} InRelease\nGet:2 ${at} Release [149 B]\nIgn:3 ${at} Release.gpg\n` +
        `Reading package lists...\nE: The repository '${at} Release' is not signed.\n`
      )
    case 'wrong_key':
      return (
        `Get:1 ${at} InRelease [698 B]\nErr:1 ${at} InRelease\n  The following signatures ` +
        `couldn't be verified because the public key is not available: NO_PUBKEY ` +
        `5B7BBC36A1ECF335\nReading package lists...\nW: GPG error: ${at} InRelease: The ` +
        `following signatures couldn't be verified because the public key is not available: ` +
        `NO_PUBKEY 5B7BBC36A1ECF335\nE: The repository '${at} InRelease' is not signed.\n`
      )
    case 'damaged':
      return (
        `Get:1 ${at} InRelease [698 B]\nGet:2 ${list} [926 B]\nErr:2 ${list}\n` +
        '  File has unexpected size (928 != 926). Mirror sync in progress? [IP: 192.0.2.80 ' +
        `80]\nReading package lists...\nE: Failed to fetch ` +
        `${url}/dists/stable/main/binary-amd64/Packages  File has ` +
        `unexpected size (928 != 926). Mirror sync in progress? [IP: 192.0.2.80 80]\n${index_failed}`
      )
    case 'no_release':
      return (
        `Ign:1 ${at} InRelease\nErr:2 ${at} Release\n  404  Not Found [IP: 192.0.2.80 80]\n` +
        `Reading package lists...\nE: The repository '${at} Release' does not have a ` +
        `Release file.\n`
      )
    case 'disk_full':
      return (
        `Get:1 ${at} InRelease [698 B]\nErr:1 ${at} InRelease\n  Error writing to file - ` +
        `write (28: No space left on device) [IP: 192.0.2.80 80]\nReading package lists...\n` +
        `E: Failed to fetch ${url}/dists/stable/InRelease  Error writing to file - write (28: No space ` +
        `left on device) [IP: 192.0.2.80 80]\n${index_failed}`
      )
  }
}

/** The text of a request without its trailing newlines; empty if there is no file. */
export function readRequest(read: () => string): string {
  try {
    return read().replace(/\n+$/, '')
  } catch {
    return ''
  }
}
