/**
 * What apt, dpkg and their helpers write, word for word, and the cause that the console shows. Long because
 * every sentence is a row.
 */
import { expect, test } from 'vitest'
import { repositoryIn } from '#src/adapters/system/apt-packages.ts'
import { reasonOf } from '#src/adapters/system/root-helper.ts'

const list = 'http://packages.example/stable/dists/stable/InRelease'
const rows: readonly (readonly [string, string])[] = [
  [
    'list_not_yet',
    `E: Release file for ${list} is not valid yet (invalid for another 29d 3h 2min 5s). ` +
      'Updates for this repository will not be applied.',
  ],
  [
    'list_expired',
    `E: Release file for ${list} is expired (invalid since 3d 4h 5min 6s). Updates for this ` +
      'repository will not be applied.',
  ],
  [
    'list_not_yet',
    'gpgv: key 0E98404D386FA1D9 was created 38552 seconds in the future (time warp or clock problem)\n' +
      `E: The repository '${list}' is not signed.`,
  ],
  [
    'list_not_yet',
    'Sub-process /usr/bin/sqv returned an error code (1), error message is: Verifying ' +
      'signature: No binding signature at time 2020-01-01T00:00:00Z',
  ],
  [
    'unsigned',
    'W: GPG error: http://packages.example/stable stable InRelease: The following signatures ' +
      "couldn't be verified because the public key is not available: NO_PUBKEY 0E98404D386FA1D9\n" +
      "E: The repository 'http://packages.example/stable stable InRelease' is not signed.",
  ],
  [
    'unsigned',
    'W: GPG error: http://packages.example/stable stable InRelease: The following signatures ' +
      'were invalid: EXPKEYSIG 0E98404D386FA1D9 Example',
  ],
  [
    'unsigned',
    'W: OpenPGP signature verification failed: http://packages.example/stable stable ' +
      'InRelease: Sub-process /usr/bin/sqv returned an error code (1), error message is: Missing ' +
      'key 4CB50190207B4758A3F73A796ED0E7B82643E131, which is needed to verify signature.',
  ],
  ['bad_answer', `E: Failed to fetch ${list}  Hash Sum mismatch`],
  ['bad_answer', `E: Failed to fetch ${list}  File has unexpected size (1 != 2). Mirror sync in progress?`],
  [
    'bad_answer',
    "E: The repository 'http://packages.example/stable stable Release' does not have a Release file.",
  ],
  [
    'bad_answer',
    "E: Failed to fetch x  Clearsigned file isn't valid, got 'NOSPLIT' (does the network " +
      'require authentication?)',
  ],
  [
    'list_changed',
    "E: Repository 'http://packages.example/stable stable InRelease' changed its 'Codename' " +
      "value from 'a' to 'b'",
  ],
  [
    'bad_answer',
    'Err:2 http://packages.example/stable stable Release\n  404  Not Found [IP: 192.0.2.1 80]\n' +
      "E: The repository 'http://packages.example/stable stable Release' does not have a Release file.",
  ],
  [
    'not_found',
    'E: Failed to fetch http://packages.example/pool/p_1_amd64.deb  404  Not Found [IP: 192.0.2.1 80]',
  ],
  ['access_refused', `E: Failed to fetch ${list}  403  Forbidden [IP: 192.0.2.1 80]`],
  ['access_refused', `E: Failed to fetch ${list}  401  Unauthorized [IP: 192.0.2.1 80]`],
  ['redirected', `E: Failed to fetch ${list}  302  Found [IP: 192.0.2.1 80]`],
  ['server_failed', `E: Failed to fetch ${list}  503  Service Unavailable [IP: 192.0.2.1 80]`],
  ['proxy_refused', `E: Failed to fetch ${list}  407  Proxy Authentication Required [IP: 192.0.2.1 3128]`],
  ['proxy_refused', `E: Failed to fetch ${list}  Invalid response from proxy: HTTP/1.0 403 Forbidden`],
  [
    'disk_full',
    "Need to get 512 kB of archives.\nE: You don't have enough free space in /var/cache/apt/archives/.",
  ],
  ['disk_full', 'E: Write error - write (28: No space left on device)'],
  ['read_only', 'E: Write error - write (30: Read-only file system)'],
  [
    'locked',
    'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 4711 (apt-get)\nE: ' +
      'Unable to lock directory /var/lib/apt/lists/',
  ],
  [
    'locked',
    'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 4711 ' +
      '(unattended-upgr)\nE: Unable to acquire the dpkg frontend lock ' +
      '(/var/lib/dpkg/lock-frontend), is another process using it?',
  ],
  ['name_unknown', `E: Failed to fetch ${list}  Temporary failure resolving 'packages.example'`],
  ['name_unknown', `E: Failed to fetch ${list}  Could not resolve 'packages.example'`],
  [
    'name_unknown',
    `E: Failed to fetch ${list}  Something wicked happened resolving 'packages.example:http' ` +
      '(-5 - No address associated with hostname)',
  ],
  [
    'unreachable',
    `E: Failed to fetch ${list}  Could not connect to packages.example:80 (192.0.2.1), ` +
      'connection timed out',
  ],
  [
    'unreachable',
    `E: Failed to fetch ${list}  Could not connect to packages.example:80 (192.0.2.1). - ` +
      'connect (111: Connection refused)',
  ],
  ['unreachable', `E: Failed to fetch ${list}  Error reading from server. Remote end closed connection`],
  [
    'tls_unknown_issuer',
    `E: Failed to fetch ${list}  Certificate verification failed: The certificate is NOT ` +
      'trusted. The certificate issuer is unknown.  Could not handshake: Error in the ' +
      'certificate verification. [IP: 192.0.2.1 443]',
  ],
  [
    'tls_expired',
    `E: Failed to fetch ${list}  Certificate verification failed: The certificate is NOT ` +
      'trusted. The certificate chain uses expired certificate.  Could not handshake: Error in ' +
      'the certificate verification.',
  ],
  [
    'tls_not_yet',
    `E: Failed to fetch ${list}  Certificate verification failed: The certificate is NOT ` +
      'trusted. The certificate chain uses not yet valid certificate.  Could not handshake: ' +
      'Error in the certificate verification.',
  ],
  [
    'tls_wrong_name',
    `E: Failed to fetch ${list}  Certificate verification failed: The certificate is NOT ` +
      'trusted. The name in the certificate does not match the expected.  Could not handshake: ' +
      'Error in the certificate verification.',
  ],
  ['tls_not_tls', `E: Failed to fetch ${list}  Could not handshake: An unexpected TLS packet was received.`],
  [
    'tls_expired',
    `E: Failed to fetch ${list}  SSL connection failed: error:0A000086:SSL ` +
      'routines::certificate verify failed (certificate has expired)',
  ],
  ['tls_other', `E: Failed to fetch ${list}  Could not handshake: A TLS fatal alert has been received.`],
  [
    'dependencies',
    'The following packages have unmet dependencies:\n parking-edge : Depends: libc6 (>= 2.41) ' +
      'but 2.36 is to be installed\nE: Unable to correct problems, you have held broken packages.',
  ],
  [
    'package_failed',
    'dpkg: error processing archive /var/cache/apt/archives/parking-edge.deb (--unpack):\n new ' +
      'pre-installation script subprocess returned error exit status 1\nE: Sub-process ' +
      '/usr/bin/dpkg returned an error code (1)',
  ],
  [
    'package_failed',
    "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem.",
  ],
  ['no_candidate', 'E: Unable to locate package parking-edge'],
  ['no_candidate', "E: None of this product's packages is installed."],
  // Debian 13 since February 2026 (kismet-packages 18): words about a time that are not about the clock.
  [
    'unsigned',
    'Sub-process /usr/bin/sqv returned an error code (1), error message is: Signing key on ' +
      '98F5A7CC1ABE72AC3852A007D33A1BD725ED047D is not bound:            No binding signature at time ' +
      '2026-01-18T18:02:18Z   because: Policy rejected non-revocation signature (PositiveCertification) ' +
      'requiring second pre-image resistance   because: SHA1 is not considered secure since ' +
      '2026-02-01T00:00:00Z',
  ],
  // A warning of last year's apt is not the cause (ntfy 1357).
  [
    'not_found',
    `W: ${list}: Policy will reject signature within a year, see --audit for details\n` +
      'E: Failed to fetch http://packages.example/pool/p_1_amd64.deb  404  Not Found [IP: 192.0.2.1 80]',
  ],
  [
    'unsigned',
    `W: ${list}: No Hash entry in Release file /var/lib/apt/lists/partial/x_InRelease which is considered ` +
      'strong enough for security purposes',
  ],
  [
    'bad_answer',
    `E: Failed to fetch ${list}  Splitting up ${list} into data and signature failed\n` +
      "E: Clearsigned file isn't valid, got 'NODATA' (does the network require authentication?)",
  ],
  ['bad_answer', `E: Failed to fetch ${list}  511  Network Authentication Required [IP: 192.0.2.1 80]`],
  ['bad_answer', `E: Failed to fetch ${list}  416  Requested Range Not Satisfiable [IP: 192.0.2.1 80]`],
  ['bad_answer', `E: Failed to fetch ${list}  400  Bad Request [IP: 192.0.2.1 80]`],
  [
    'bad_answer',
    'E: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?\n' +
      'E: Failed to fetch http://packages.example/pool/p.deb  Size mismatch',
  ],
  [
    'bad_answer',
    "E: The repository 'http://packages.example/stable stable Release' no longer has a Release file.",
  ],
  [
    'bad_answer',
    'E: Problem with MergeList /var/lib/apt/lists/x_Packages\n' +
      'E: The package lists or status file could not be parsed or opened.',
  ],
  ['server_failed', `E: Failed to fetch ${list}  429  Too Many Requests [IP: 192.0.2.1 80]`],
  ['redirected', `E: Failed to fetch ${list}  Redirection from https to 'http://a' is forbidden [IP: 1 443]`],
  ['name_unknown', `E: Failed to fetch ${list}  System error resolving 'packages.example:http'`],
  [
    'tls_unknown_issuer',
    `E: Failed to fetch ${list}  SSL connection failed: error:0A000086:SSL routines::certificate verify ` +
      'failed (self-signed certificate in certificate chain)',
  ],
  [
    'tls_weak',
    `E: Failed to fetch ${list}  SSL connection failed: error:0A000102:SSL routines::unsupported protocol`,
  ],
  // GnuTLS says "NOT trusted" before every reason.
  [
    'tls_weak',
    `E: Failed to fetch ${list}  Certificate verification failed: The certificate is NOT trusted. The ` +
      'certificate chain uses insecure algorithm.  Could not handshake: Error in the verification.',
  ],
  ['locked', 'dpkg: error: dpkg frontend lock was locked by another process with pid 4711'],
  [
    'package_failed',
    "dpkg-deb: error: archive 'p.deb' uses unknown compression for member 'control.tar.zst', giving up",
  ],
  ['no_candidate', "E: Version '2.0' for 'parking-edge' was not found"],
  ['unsigned', "E: The repository 'http://packages.example/stable stable InRelease' is no longer signed."],
  ['unsigned', 'E: Some packages could not be authenticated'],
  ['unsigned', 'E: There were unauthenticated packages and -y was used without --allow-unauthenticated'],
  ['redirected', `E: Failed to fetch ${list}  Too many redirects`],
  ['held', 'E: Held packages were changed and -y was used without --allow-change-held-packages.'],
  ['dependencies', 'E: Packages were downgraded and -y was used without --allow-downgrades.'],
  // apt 3, of Debian 13, has another solver, with words of its own.
  [
    'dependencies',
    'E: Unable to satisfy dependencies. Reached two conflicting assignments:\n   1. parking-edge:amd64=0.2 ' +
      'is selected\n   2. parking-edge:amd64 Depends parking-edge-node (>= 24)\n      but none of ' +
      'the choices are installable',
  ],
  [
    'dependencies',
    'E: Error, pkgProblemResolver::Resolve generated breaks, this may be caused by held packages.',
  ],
  [
    'list_changed',
    `E: Repository '${list}' changed its 'Suite' value from 'stable' to 'oldstable'\n` +
      'N: This must be accepted explicitly before updates for this repository can be applied.',
  ],
  [
    'list_changed',
    `E: Repository '${list}' changed its default priority for apt_preferences(5) from 500 to 100.`,
  ],
  [
    'sources_broken',
    'E: Malformed entry 1 in list file /etc/apt/sources.list.d/x.list (Component)\n' +
      'E: The list of sources could not be read.',
  ],
  [
    'sources_broken',
    'E: Conflicting values set for option Signed-By regarding source http://a.example/ stable: /a.gpg != ',
  ],
  ['proxy_refused', `E: Failed to fetch ${list}  Unsupported proxy configured: socks://192.0.2.1`],
  [
    'unsigned',
    `W: OpenPGP signature verification failed: ${list}: Sub-process /usr/bin/sqv returned an error ` +
      'code (1), error message is: Verifying signature: Certificate is expired',
  ],
  ['bad_answer', 'E: Failed to fetch store:/x/x_Packages.xz  Compressed file ended unexpectedly'],
  ['bad_answer', `E: Failed to fetch ${list}  The HTTP server sent an invalid Content-Range header`],
  [
    'package_failed',
    "E: The package parking-edge needs to be reinstalled, but I can't find an archive for it.",
  ],
  [
    'disk_full',
    'zstd: error 70 : Write error : cannot write block : No space left on device\nupdate-initramfs: failed ' +
      'for /boot/initrd.img with 1.\nE: Sub-process /usr/bin/dpkg returned an error code (1)',
  ],
  ['no_candidate', "E: Couldn't find any package by regex 'parking-edge'"],
  [
    'program_failed',
    'E: Unable to write to /var/cache/apt/\n' +
      'E: The package lists or status file could not be parsed or opened.',
  ],
  ['sources_broken', 'E: The value stable is invalid for APT::Default-Release'],
  ['sources_broken', 'E: Syntax error /etc/apt/apt.conf.d/99local:1: Extra junk at end of file'],
  ['sources_broken', 'E: Invalid record in the preferences file /etc/apt/preferences.d/p, no Package header'],
  ['sources_broken', 'E: The method driver /usr/lib/apt/methods/tor+http could not be found.'],
  // `dpkg --configure -a` runs before apt, and has no line of apt.
  [
    'dependencies',
    'dpkg: dependency problems prevent configuration of parking-edge:\n parking-edge depends on libc6 ' +
      '(>= 3); however:\n  Version of libc6 on system is 2.41.\n\ndpkg: error processing ' +
      'package parking-edge (--configure):\n dependency problems - leaving unconfigured',
  ],
  ['dependencies', 'E: Essential packages were removed and -y was used without --allow-remove-essential.'],
  ['dependencies', 'E: Packages need to be removed but remove is disabled.'],
  [
    'package_failed',
    "dpkg: error: parsing file '/var/lib/dpkg/updates/0001' near line 0:\n newline in field name '#padding'",
  ],
  [
    'package_failed',
    "dpkg: unrecoverable fatal error, aborting:\n files list file for package 'libc6:amd64' is missing " +
      'final newline',
  ],
  ['package_failed', 'E: Unable to parse package file /var/lib/dpkg/status (1)'],
  [
    'package_failed',
    'dpkg: error processing package parking-edge (--configure):\n package is in a very bad inconsistent ' +
      'state; you should\n reinstall it before attempting configuration',
  ],
  [
    'program_failed',
    'E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)\nE: Unable to ' +
      'acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?',
  ],
  // A list that is refused is not signed either.
  [
    'access_refused',
    `E: Failed to fetch ${list}  403  Forbidden [IP: 192.0.2.1 80]\n` +
      `E: The repository '${list}' is not signed.`,
  ],
  ['access_refused', `E: Failed to fetch ${list}  451  Unavailable For Legal Reasons [IP: 192.0.2.1 80]`],
  [
    'unsigned',
    `W: ${list}: The key(s) in the keyring /usr/share/keyrings/parking-edge.gpg are ignored as the file is ` +
      "not readable by user '_apt' executing apt-key.",
  ],
  [
    'unreachable',
    `E: Failed to fetch ${list}  Could not handshake: The TLS connection was non-properly terminated.`,
  ],
  ['proxy_refused', `E: Failed to fetch ${list}  Could not resolve proxy 'proxy.example'`],
  ['bad_answer', `E: Failed to fetch ${list}  Writing more data than expected (12 > 10)`],
  ['bad_answer', `E: Failed to fetch ${list}  Bad header data [IP: 192.0.2.1 80]`],
  ['bad_answer', "E: Invalid 'Date' entry in Release file /var/lib/apt/lists/partial/x_InRelease"],
  ['no_candidate', 'E: Package parking-edge is not available, but is referred to by another package.'],
]

test.each(rows)('%s: %s', (reason, said) => expect(reasonOf(said)).toBe(reason))

// What `apt-get update --print-uris` prints for forms of our file that users write.
test.each([
  ["'https://a.example/x/dists/stable/InRelease' a 0 \n'https://a.example/x/b' c 0 ", 'https://a.example/x'],
  ["'https://b.example//dists/stable/InRelease' b 0 ", 'https://b.example'],
  ["'https://a.example/x/dists/trixie/updates/InRelease' a 0 ", 'https://a.example/x'],
  ["'https://a.example/flat/InRelease' a 0 ", 'https://a.example/flat'],
  ["'https://[2001:db8::1]:8443/x/dists/stable/InRelease' a 0 ", 'https://[2001:db8::1]:8443/x'],
  ["'mirror+https://a.example/list/dists/stable/InRelease' a 0 ", 'mirror+https://a.example/list'],
  ["'file:/srv/repo/dists/stable/InRelease' a 0 ", 'file:/srv/repo'],
  ["'https://box:secret@a.example/x/dists/stable/InRelease' a 0 ", 'https://******@a.example/x'],
  ['', ''],
])('%s is of the repository %s', (printed, url) => expect(repositoryIn(printed)).toBe(url))
