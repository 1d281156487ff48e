/**
 * What a VPN file may contain (spec §5), compared with a second reader that follows OpenVPN's manual and
 * source. Long because it lists all accepted and refused directives.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readVpnConfig, wordsOf } from '../src/device/vpn-config.ts'
import { mostly_valid_file, effective, known_directives, wild_file } from './openvpn-reading.ts'
import { any_character } from './any-text.ts'

const good = `# made by a generator
client
dev tun
proto udp
remote vpn.example.com 1194
remote 192.0.2.7 443 tcp ; the second one
resolv-retry infinite
nobind
persist-key
remote-cert-tls server
data-ciphers AES-256-GCM:CHACHA20-POLY1305
route 10.20.0.0 255.255.0.0
verb 3
setenv opt block-outside-dns
setenv CLIENT_CERT 0
<ca>
-----BEGIN CERTIFICATE-----
up /bin/sh is no directive here
-----END CERTIFICATE-----
</ca>
<connection>
remote backup.example.com
</connection>
key-direction 1
`
const issuesOf = (text: string) =>
  readVpnConfig(text).issues.map(({ issue, limit }) => (limit === undefined ? issue : `${limit} ${issue}`))
/** The issue of one line after the two lines that every file needs. */
const lineIssue = (line: string) => issuesOf(`client\nremote a.example\n${line}\n`)

describe('a valid file', () => {
  test('yields servers, routes and cipher', () => {
    expect(readVpnConfig(good)).toEqual({
      issues: [],
      takes_default_route: false,
      routes: ['10.20.0.0/16'],
      cipher: 'AES-256-GCM:CHACHA20-POLY1305',
      has_password: false,
      remotes: [
        { host: 'vpn.example.com', port: 1194, proto: 'udp' },
        { host: '192.0.2.7', port: 443, proto: 'tcp' },
        { host: 'backup.example.com', port: 1194, proto: 'udp' },
      ],
    })
  })
  test('may start with a byte order mark (Windows), and its directives with dashes', () => {
    expect(issuesOf(`\ufeff${good.replace(/\n/g, '\r\n')}`)).toEqual([])
    expect(issuesOf('--client\n\t --remote  "a.example"\t1194\r\n')).toEqual([])
    expect(issuesOf('tls-client\npull\nremote a.example')).toEqual([])
  })
  test.each([
    ['redirect-gateway def1', true],
    ['route 0.0.0.0 0.0.0.0', true],
    ['route 0.0.0.0 128.0.0.0', true],
    ['route-ipv6 ::/0', true],
    ['route-ipv6 2000::/3', true],
    ['route 10.0.0.0 255.0.0.0', false],
    ['route 10.1.2.3', false],
    ['redirect-private def1', false],
    ['# redirect-gateway', false],
    ['route-ipv6 fd00:1::/64', false],
  ])('"%s" takes all traffic: %s', (line, takes) =>
    expect(readVpnConfig(`${good}${line}\n`)).toMatchObject({ issues: [], takes_default_route: takes }),
  )
  test('may contain a user name and a password', () => {
    expect(readVpnConfig(`${good}<auth-user-pass>\nbox-17\nhunter2\n</auth-user-pass>\n`)).toMatchObject({
      issues: [],
      has_password: true,
    })
  })
})

describe('a file is refused, with its line:', () => {
  test.each([
    'up /bin/sh',
    'down /bin/sh',
    '--up /bin/sh',
    'UP /bin/sh',
    '  up\t/bin/sh',
    'up',
    'route-up x',
    'route-pre-down x',
    'ipchange x',
    'tls-verify x',
    'tls-crypt-v2-verify x',
    'auth-user-pass-verify x via-file',
    'client-connect x',
    'client-disconnect x',
    'learn-address x',
    'script-security 4',
    'script-security',
    'lport 1194',
    'lport',
    'plugin /lib/x.so',
    'management /run/x unix',
    'management-client',
    'iproute /bin/sh',
    'setenv LD_PRELOAD /x.so',
    'setenv-safe x y',
    'setenv opt up /bin/sh',
    'setenv opt setenv opt plugin x',
    'setenv PATH /tmp',
    'config /etc/other',
    'cd /',
    'chroot /x',
    'daemon',
    'log /etc/passwd',
    'log-append x',
    'status x',
    'writepid x',
    'tmp-dir /x',
    'user root',
    'group root',
    'nice -20',
    'pkcs11-providers /x.so',
    'dev-node /dev/mem',
    'tls-export-cert /x',
    'engine x',
    'providers x',
    'replay-persist /x',
    'mode server',
    'server 10.0.0.0 255.0.0.0',
    'tls-server',
    'port-share 1.2.3.4 5',
    'proto tcp-server',
    'remote a.example 1194 tcp-server',
    'push "route 0.0.0.0"',
    'client-config-dir /x',
    'mktun',
    'local 192.0.2.1',
    '<up>',
    '<plugin>',
    'secret static.key',
  ])('%s: runs programs or changes the box', (line) => expect(lineIssue(line)).toContain('3 vpn_directive'))

  test.each([
    '"up" /bin/sh',
    "'up' /bin/sh",
    'u\\p /bin/sh',
    '\\up /bin/sh',
    'u"p" /bin/sh',
    '"client"',
    'up\u00a0/bin/sh',
    '\u2028up x',
    'verb "3',
    "verb '3",
    'verb 3\\',
    'verb \\3',
    '----up x',
    '<>',
    '</ca>',
    'frobnicate',
    'setenv opt',
    'setenv opt --up x',
    'remote',
    'remote a b',
    'remote $(id)',
    'remote a 70000',
    'port http',
    'dev null',
    'dev eth0',
    'verb \x01',
    'verb\v3',
    'verb\0up',
    `verb ${'3'.repeat(300)}`,
    'route',
    `mute ${'1 '.repeat(17)}`,
  ])('%j: is not a line that a client needs', (line) => expect(lineIssue(line)).toContain('3 vpn_line'))

  test.each([
    'ca ca.crt',
    'cert box.crt',
    'key /etc/ssl/private/box.key',
    'tls-auth ta.key 1',
    'tls-crypt x',
    'pkcs12 x.p12',
    'crl-verify crl.pem',
    'capath /etc/ssl',
    'auth-user-pass /etc/shadow',
    'http-proxy p.example 8080 /etc/shadow',
    'ca',
  ])('%s: names a file', (line) => expect(lineIssue(line)).toEqual(['3 vpn_needs_file']))

  test.each([
    'auth-user-pass',
    'askpass',
    'askpass /x',
    'static-challenge "PIN" 1',
    'auth-retry interact',
    '<auth-user-pass>\nbox-17\n</auth-user-pass>',
    '<key>\n-----BEGIN ENCRYPTED PRIVATE KEY-----\n</key>',
    '<key>\nProc-Type: 4,ENCRYPTED\n</key>',
  ])('%j: would wait for a password from the keyboard', (line) =>
    expect(lineIssue(line)).toEqual(['3 vpn_password']),
  )

  test('a block without end, and a directive hidden behind one', () => {
    expect(issuesOf('client\nremote a\n<ca>\nx\n')).toEqual(['3 vpn_line'])
    expect(issuesOf('client\nremote a\n<ca>\n </ca> trailing\nup /bin/sh\n')).toEqual(['5 vpn_directive'])
    expect(issuesOf(`client\nremote a\n<ca>\n${'A'.repeat(255)}</ca>\nup /bin/sh\n</ca>\n`)).toEqual([
      '4 vpn_line',
    ])
    expect(issuesOf('client\n<connection>\nremote a\nup /bin/sh\n</connection>\n')).toEqual([
      '4 vpn_directive',
    ])
    expect(issuesOf('client\n<connection>\nremote a\n<ca>\n</connection>\n')).toEqual(['4 vpn_line'])
  })

  test('no client, no server, several errors with their lines, and a file that is too large', () => {
    expect(issuesOf('')).toEqual(['vpn_no_client', 'vpn_no_remote'])
    expect(issuesOf('tls-client\nup a\nremote a\n\n#\nplugin b\n')).toEqual([
      '2 vpn_directive',
      '6 vpn_directive',
      'vpn_no_client',
    ])
    expect(issuesOf(`${good}${'# 停车\n'.repeat(8_000)}`)).toEqual(['65536 too_long'])
  })
})

describe('no text', () => {
  test('passes with a directive that is not on the list', () => {
    let taken = 0
    fc.assert(
      fc.property(fc.oneof(mostly_valid_file, wild_file), (tail) => {
        const text = `client\nremote a.example\n${tail}`
        if (readVpnConfig(text).issues.length > 0) return
        taken += 1
        expect({ text, more: effective(text).filter((name) => !known_directives.has(name)) }).toEqual({
          text,
          more: [],
        })
      }),
      { numRuns: 20_000 },
    )
    expect(taken).toBeGreaterThan(500)
  })

  test('crashes the reader, or is read differently by OpenVPN', () => {
    fc.assert(
      fc.property(fc.oneof(wild_file, fc.string({ unit: any_character, maxLength: 200 })), (text) => {
        for (const { limit, issue } of readVpnConfig(text).issues)
          expect(
            issue === 'too_long' || limit === undefined || (limit >= 1 && limit <= text.split('\n').length),
          ).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})

test.each([
  ['remote "a b" c', ['remote', 'a b', 'c']],
  ['verb 3 # more', ['verb', '3']],
  ['verb 3#4', ['verb', '3#4']],
  ['dns a\\ b', ['dns', 'a b']],
  ['dns "a\\"b"', ['dns', 'a"b']],
  ["dns 'a\\b'", ['dns', 'a\\b']],
  ['   ', []],
  [';x', []],
  ['dns ""', ['dns', '']],
])('%j is %j', (line, words) => expect(wordsOf(line)).toEqual(words))
