/**
 * The rows, thirty of a checklist and those of a review: the requirement, the attack, and the tests that
 * prove the rest. A row with neither is reported as not run. Long because it is one table.
 */
import { chain, everyAct } from './attacks/audit.ts'
import { fuzz } from './attacks/fuzz.ts'
import { commands, vpnFiles } from './attacks/injection.ts'
import { requestForgery } from './attacks/outbound.ts'
import {
  enumeration,
  firstPassword,
  forcedChange,
  guessing,
  passwordRule,
  slowHash,
} from './attacks/passwords.ts'
import { roleMatrix } from './attacks/roles.ts'
import { inertText, mailHeaders, planted } from './attacks/secrets.ts'
import { cookies, endOfSessions, expiry, randomTokens, sessionList, stepUp } from './attacks/sessions.ts'
import { staysUp } from './attacks/stays-up.ts'
import { surface } from './attacks/surface.ts'
import { transport } from './attacks/tls.ts'
import { uploads } from './attacks/uploads.ts'
import { crossSite, headers } from './attacks/web.ts'
import type { Attack } from './support/lab.ts'

export type RowDefinition = {
  n: number
  title: string
  /** What the attack tries, in a sentence. */
  tried: string
  attack?: Attack
  tests: readonly string[]
  /** What is known not to be met yet. */
  open?: string
  /** Disturbs the other rows and therefore runs after them. */
  last?: true
}

const server = (...names: string[]) => names.map((name) => `server/test/${name}.test.ts`)

export const rows: readonly RowDefinition[] = [
  {
    n: 1,
    title: 'No universal first password; unique and single-use',
    tried: 'Two fresh devices are compared, 50 usual pairs tried, the first password used twice.',
    attack: firstPassword,
    tests: [],
  },
  {
    n: 2,
    title: 'Forced change before anything else',
    tried: 'Every call of the contract in the first session.',
    attack: forcedChange,
    tests: [],
  },
  {
    n: 3,
    title: 'Rule of passwords',
    tried: 'Common, keyboard and derived passwords, lengths, the last of 32 characters.',
    attack: passwordRule,
    tests: server('user/user'),
  },
  {
    n: 4,
    title: 'Slow salted hash',
    tried: 'The stored form is read from the database, sign-ins are timed.',
    attack: slowHash,
    tests: server('user/password-cost'),
  },
  {
    n: 5,
    title: 'Guessing is impractical and survives restarts',
    tried: 'A thousand guesses from 10 addresses with two restarts, and the owner meanwhile.',
    attack: guessing,
    tests: server('user/guessing', 'user/starvation'),
  },
  {
    n: 6,
    title: 'No enumeration of users',
    tried: 'Known and unknown users, answers and times compared in turn.',
    attack: enumeration,
    tests: [],
  },
  {
    n: 7,
    title: 'Tokens are random and new at each sign-in',
    tried: 'Tokens are counted bit by bit, and a browser signs in again.',
    attack: randomTokens,
    tests: server('user/sessions'),
  },
  {
    n: 8,
    title: 'Sessions end on the server',
    tried: 'Each way out, then the token is replayed.',
    attack: endOfSessions,
    tests: server('user/people'),
  },
  {
    n: 9,
    title: 'Idle and absolute expiry',
    tried: 'Stored times are moved back on the device; the tests move the clock.',
    attack: expiry,
    tests: server('user/sessions'),
  },
  {
    n: 10,
    title: 'List of sessions with revoke',
    tried: 'Two browsers see each other, one ends the other.',
    attack: sessionList,
    tests: server('user/people'),
  },
  {
    n: 11,
    title: 'Session cookie __Host-, HttpOnly, Secure, SameSite=Strict',
    tried: 'The cookies of every way to sign in, a token without its cookie and with another.',
    attack: cookies,
    tests: server('user/bound-cookie'),
  },
  {
    n: 12,
    title: 'Roles are enforced for every call; deny by default',
    tried: 'Every call as nine identities, against a table written by hand (security/role-table.ts).',
    attack: roleMatrix,
    tests: ['rules/security.test.ts'],
  },
  {
    n: 13,
    title: 'The password is asked again for what cannot be undone',
    tried: 'Every such call in a session of old, and the audit after it.',
    attack: stepUp,
    tests: server('user/step-up'),
  },
  {
    n: 14,
    title: 'No request of another site',
    tried: 'Foreign origins, forms, other methods on every call, a preflight request, a WebSocket.',
    attack: crossSite,
    tests: [],
  },
  {
    n: 15,
    title: 'Headers on every answer',
    tried: 'Pages, files, calls, redirects and refusals of every status.',
    attack: headers,
    tests: server('http/names'),
  },
  {
    n: 16,
    title: 'TLS 1.2 and 1.3 with a key for each device',
    tried: 'Versions, every cipher of OpenSSL, redirect, HSTS, keys and file modes of two devices.',
    attack: transport,
    tests: server('tls/https', 'tls/import-check', 'tls/certificate-calls'),
  },
  {
    n: 17,
    title: 'Outbound TLS is verified',
    tried: 'Peers with certificates that are self-signed, of another host, or expired.',
    tests: server(
      'tls/outbound',
      'tls/peer-certificate',
      'camera/rtsps',
      'alarm/mail',
      'storage/storage-ftp',
    ),
  },
  {
    n: 18,
    title: 'No request to the box itself',
    tried:
      'Each host and URL that a user can set, in every spelling of loopback, link-local and metadata, and ' +
      'every address of this machine, also of an interface without a cable.',
    attack: requestForgery,
    tests: server('camera/camera-reach', 'core/own-addresses', 'core/secret-place'),
  },
  {
    n: 19,
    title: 'No command injection',
    tried:
      'Shell characters in every text of the calls that run programs, with a spy on every program start.',
    attack: commands,
    tests: ['rules/deploy.test.ts'],
  },
  {
    n: 20,
    title: 'VPN files by a list of directives',
    tried: 'Hostile lines, names and sizes.',
    attack: vpnFiles,
    tests: server('device/vpn', 'device/vpn-helper'),
  },
  {
    n: 21,
    title: 'Uploads',
    tried: 'Hostile configuration files, archives and bombs in every call, sizes, paths.',
    attack: uploads,
    tests: server('config-document/config-document-refusal', 'events/event-intake'),
  },
  {
    n: 22,
    title: 'Updates are signed and do not go back',
    tried:
      'The root helper and apt on a simulated machine, and the guard that tries a version, stopped before ' +
      'each of its steps; `npm run lab` and `npm run lab:packages` try real signatures, older and broken ' +
      'versions.',
    tests: [
      ...server('system/software', 'system/software-helper', 'system/start', 'system/upgrade/trial'),
      'deploy/test/guard.test.ts',
      'deploy/test/packages.test.ts',
    ],
  },
  {
    n: 23,
    title: 'Secrets are write-only, encrypted, and never leave',
    tried: 'Planted secrets are looked for in answers, logs, exports, a support bundle, /proc and on disk.',
    attack: planted,
    tests: server('system/support-bundle', 'core/secrets', 'params/url-secrets'),
  },
  {
    n: 24,
    title: 'Output is text',
    tried: 'Markup, bidi and control characters in five fields; `e2e/system/log.spec.ts` looks at the pages.',
    attack: inertText,
    tests: [],
  },
  {
    n: 25,
    title: 'CSV without formulas, mail without second headers',
    tried: 'Line breaks and second addresses in each field of mail; the CSV by its tests.',
    attack: mailHeaders,
    tests: server('events/event-export', 'alarm/mail'),
  },
  {
    n: 26,
    title: 'Every body is checked',
    tried: 'Random bodies to all calls, by seed; bodies of many values, and without a session.',
    attack: fuzz,
    tests: server('http/body-bounds'),
    last: true,
  },
  {
    n: 27,
    title: 'Audit of every act',
    tried: 'Every call that writes, then the log.',
    attack: everyAct,
    tests: server('http/audit'),
  },
  {
    n: 28,
    title: 'The audit cannot be altered unnoticed',
    tried: 'Copies of the database are edited, cut in the middle and at the tail, and wiped.',
    attack: chain,
    tests: server('system/audit/chain', 'system/audit/edits', 'system/audit/head'),
  },
  {
    n: 29,
    title: 'Fails closed and stays up',
    tried: 'A locked database, 20,000 connections from one address and from 200, a kill.',
    attack: staysUp,
    tests: server('http/sockets', 'retention/retention-full-disk', 'events/event-crash', 'queue/sender'),
    last: true,
  },
  {
    n: 30,
    title: 'Small surface',
    tried: 'Ports, hidden files, redirects, foreign addresses, security.txt, SBOM.',
    attack: surface,
    tests: [
      'rules/supply.test.ts',
      'server/test/system/erasure/erasure.test.ts',
      'server/test/system/snapshots.test.ts',
    ],
  },
  {
    n: 31,
    title: 'A dossier is genuine only in the exact form',
    tried:
      'Odd archives, archives that are also a TAR or a disk image, and random changes, compared with what ' +
      'Info-ZIP, bsdtar (also from a pipe), 7-Zip and Python unpack.',
    tests: ['verifier/test/unpackers.test.ts'],
  },
  {
    n: 32,
    title: 'No peer leads a helper program to another address',
    tried:
      'Stream servers that redirect by answer, transport and description; own addresses; odd challenges.',
    tests: server(
      'camera/stream/leading-stream',
      'camera/stream/stream-sign-in',
      'camera/camera-reach',
      'core/dial',
    ),
  },
  {
    n: 33,
    title: 'An erasure, a restore and a start rely only on intact files',
    tried:
      'Orders, plans, snapshots and the main database, each damaged in ten ways on copies; one file in the ' +
      'place of another; orders and plans that were carried out; files of another user; a full disk.',
    tests: server(
      'data-folder/damage',
      'data-folder/exchanged',
      'data-folder/owner',
      'data-folder/full-disk',
      'system/erasure/erasure',
      'system/restore-interruption',
      'system/snapshots',
    ),
  },
  {
    n: 34,
    title: 'Damaged evidence is named, and no key is made beside data that needs the old one',
    tried: 'Keys, evidence log and audit chain, damaged as files and changed inside.',
    tests: server('data-folder/keys-and-evidence', 'data-folder/evidence-contents'),
  },
  {
    n: 35,
    title: 'The analysis program never stays down',
    tried: 'A program that ends at once, again and again; every unit that restarts.',
    tests: ['deploy/test/analysis-backoff.test.ts', 'rules/deploy.test.ts'],
  },
  {
    n: 36,
    title: 'An administrator who can sign in remains',
    tried:
      'Deleting, disabling, demoting and resetting the last one, in turn and at once; a second factor that ' +
      'cannot be decrypted; an older snapshot.',
    tests: server('user/people', 'user/totp', 'system/snapshots'),
  },
  {
    n: 37,
    title: 'Every answer and every text is in order',
    tried:
      'Bad upgrades, expectations, hosts and cookies; unseen characters in every text; pictures in caches.',
    tests: [
      ...server('http/every-answer', 'http/every-text', 'http/reduced-picture'),
      ...server('platform/odd-answers', 'device/network'),
      'contract/test/control-characters.test.ts',
    ],
  },
]
