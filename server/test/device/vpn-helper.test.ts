/**
 * The root helper's verbs for VPN and NTP (deploy/root-helper.d), run by a real shell on the test's folders:
 * root must not trust a file of the server's user. Long because every forbidden directive is tried.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readVpnConfig, vpn_directives, vpn_inline } from '@parking/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  mostly_valid_file,
  effective,
  known_directives,
  wild_file,
} from '@parking/contract/test/openvpn-reading.ts'

const verbs = fileURLToPath(new URL('../../../deploy/root-helper.d/', import.meta.url))
const verb_text = (verb: string) => readFileSync(join(verbs, verb), 'utf8')

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parking-helper-'))
  for (const part of ['etc/openvpn/client', 'data/root', 'out', 'bin'])
    mkdirSync(join(folder, part), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a verb as deploy/root-helper does: sourced, with its variables set, its output in a log. */
function run(
  verb: string,
  request: string | Buffer,
  units: readonly string[] = [],
): { status: number; said: string } {
  writeFileSync(
    join(folder, 'bin', 'systemctl'),
    `#!/bin/sh\necho "systemctl $*" >> '${folder}/called'\ncase " ${units.join(' ')} " in *" $3 ` +
      `"*) echo LoadState=loaded ;; *) echo LoadState=not-found ;; esac\n`,
  )
  chmodSync(join(folder, 'bin', 'systemctl'), 0o755)
  writeFileSync(join(folder, 'request'), request)
  writeFileSync(join(folder, 'data/root', verb), request)
  const env = {
    PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
    LC_ALL: 'C',
    etc: join(folder, 'etc'),
    data: join(folder, 'data'),
    out: join(folder, 'out'),
    request: join(folder, 'request'),
  }
  try {
    return {
      status: 0,
      said: execFileSync('sh', ['-euc', `exec 2>&1; . '${join(verbs, verb)}'`], { env, encoding: 'utf8' }),
    }
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    return { status, said: stdout.trim() }
  }
}
const installed = () => readFileSync(join(folder, 'etc/openvpn/client/parking.conf'), 'utf8')

describe('vpn-install', () => {
  test('allows the same directives as the server', () => {
    const list = (name: string) =>
      new RegExp(`^${name}='([^']*)'`, 'm').exec(verb_text('vpn-install'))![1]!.split(/\s+/).filter(Boolean)
    expect(list('directives').sort()).toEqual([...vpn_directives].sort())
    expect(list('inline').sort()).toEqual([...vpn_inline].sort())
  })

  test('installs a file that only root can read, adds its own lines, and leaves no copy', () => {
    const file =
      'client\r\ndev tun3\r\npersist-tun\r\nremote a.example 1194\r\nverify-x509-name "a  b" ' +
      'name\r\n<ca>\nup x\n</ca>\n'
    expect(run('vpn-install', file)).toEqual({ status: 0, said: '' })
    expect(statSync(join(folder, 'etc/openvpn/client/parking.conf')).mode & 0o777).toBe(0o600)
    expect(existsSync(join(folder, 'data/root/vpn-install'))).toBe(false)
    const lines = installed().split('\n')
    expect(lines.slice(3, 9)).toEqual(
      [
        'persist-tun',
        'redirect-gateway',
        'route 0.0.0.0',
        'route 128.0.0.0',
        'route-ipv6 ::/',
        'route-ipv6 2000::/3',
      ].map((text) => `pull-filter ignore "${text}"`),
    )
    expect(lines.slice(9)).toEqual([
      'client',
      'remote a.example 1194',
      'verify-x509-name "a  b" name',
      '<ca>',
      'up x',
      '</ca>',
      'dev vpn-parking',
      'dev-type tun',
      'script-security 1',
      '',
    ])
    run('vpn-install', 'client\nremote a\ndev tap\nredirect-gateway def1\n')
    expect(installed()).not.toContain('pull-filter ignore "redirect-gateway"')
    expect(installed()).toContain('\ndev-type tap\n')
    run('vpn-install', 'client\nremote a\nlport 0\nscript-security 2\nuser nobody\ngroup nogroup\n')
    expect(installed()).toContain('\nclient\nremote a\nnobind\ndev vpn-parking\n')
  })

  test.each([
    'up /bin/sh',
    '--up /bin/sh',
    ' \tup x',
    '"up" x',
    'u\\p x',
    'setenv opt up x',
    'setenv opt setenv opt up x',
    'setenv LD_PRELOAD x',
    'auth-user-pass /etc/shadow',
    'ca /etc/shadow',
    'plugin x',
    'script-security 4',
    'lport 1194',
    'setenv opt user nobody',
    '<up>',
    '</ca>',
    '<connection>\nup x\n</connection>',
    '<connection>\n<ca>\n</ca>\n</connection>',
    '<ca>\n</ca> x\nup x',
    `<ca>\n${'A'.repeat(255)}</ca>\nup x\n</ca>`,
    '<ca>',
    'http-proxy a 1 /etc/shadow',
    'remote a 1 tcp-server',
    'verb\0up',
    'verb \x01',
    'iproute x',
  ])('refuses %j, and keeps the existing configuration', (line) => {
    run('vpn-install', 'client\nremote a\n')
    const before = installed()
    expect(run('vpn-install', `client\nremote a\n${line}\n`)).toMatchObject({ status: 65 })
    expect(installed()).toBe(before)
    expect(readdirSync(join(folder, 'etc/openvpn/client'))).toEqual(['parking.conf'])
  })

  test('refuses an empty or too long file, and a box without OpenVPN', () => {
    expect(run('vpn-install', '')).toEqual({ status: 65, said: 'the configuration is empty' })
    expect(run('vpn-install', `client\n${'#x\n'.repeat(30_000)}`)).toEqual({
      status: 65,
      said: 'the configuration is too long',
    })
    rmSync(join(folder, 'etc/openvpn'), { recursive: true })
    expect(run('vpn-install', 'client\n')).toEqual({ status: 69, said: 'OpenVPN is not installed' })
  })

  test('passes no directive that OpenVPN would act upon, and accepts what the server accepts', () => {
    const ours = new Set([...known_directives, 'script-security'])
    fc.assert(
      fc.property(fc.oneof(mostly_valid_file, mostly_valid_file, wild_file), (tail) => {
        const text = `client\nremote a.example\n${tail}`
        const { status, said } = run('vpn-install', text)
        if (status === 0)
          expect({ text, more: effective(installed()).filter((name) => !ours.has(name)) }).toEqual({
            text,
            more: [],
          })
        const taken = readVpnConfig(text).issues.length === 0
        if (taken && !/setenv[ \t]+opt[ \t]+setenv/.test(text))
          expect({ text, status, said }).toEqual({ text, status: 0, said: '' })
      }),
      { numRuns: 60 },
    )
  })
})

test('vpn-remove deletes the account, and succeeds when there is none', () => {
  run('vpn-install', 'client\nremote a\n')
  expect([
    run('vpn-remove', '').status,
    run('vpn-remove', '').status,
    readdirSync(join(folder, 'etc/openvpn/client')),
  ]).toEqual([0, 0, []])
})

describe('ntp-server', () => {
  const chrony = 'etc/chrony/sources.d/parking-edge.sources'
  const timesyncd = 'etc/systemd/timesyncd.conf.d/parking-edge.conf'
  const text = (path: string) =>
    existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined

  test('configures chrony and timesyncd, and removes the setting again', () => {
    expect(run('ntp-server', 'ntp.example.com:1123\n', ['chrony.service'])).toEqual({
      status: 0,
      said: expect.any(String),
    })
    expect(text(chrony)).toBe('server ntp.example.com port 1123 iburst prefer\n')
    run('ntp-server', '192.0.2.1\n', ['chrony.service', 'systemd-timesyncd.service'])
    expect([text(chrony), text(timesyncd)]).toEqual(['server 192.0.2.1 iburst prefer\n', undefined])
    run('ntp-server', 'ntp.example.com\n', ['systemd-timesyncd.service'])
    expect(text(timesyncd)).toBe('[Time]\nNTP=ntp.example.com\n')
    expect(readFileSync(join(folder, 'called'), 'utf8')).toContain(
      'systemctl try-restart systemd-timesyncd.service\n',
    )
    run('ntp-server', '\n', ['systemd-timesyncd.service'])
    run('ntp-server', '', ['chrony.service'])
    expect([text(chrony), text(timesyncd)]).toEqual([undefined, undefined])
  })

  test.each([
    'a b',
    '-h',
    'a;reboot',
    '$(id)',
    'a:',
    'a:b',
    'a:123456',
    '::1',
    'a\tb',
    'x'.repeat(300),
    'ä',
    '[Time]',
  ])('refuses %j and writes nothing', (server) => {
    expect(run('ntp-server', `${server}\n`, ['chrony.service'])).toEqual({
      status: 65,
      said: 'this is no time server',
    })
    expect(text(chrony)).toBeUndefined()
  })

  test('reports the missing service', () => {
    expect(run('ntp-server', 'a:1123\n', ['systemd-timesyncd.service'])).toEqual({
      status: 65,
      said: 'systemd-timesyncd asks port 123 only',
    })
    expect(run('ntp-server', 'a\n')).toEqual({
      status: 69,
      said: 'this box has neither chrony nor systemd-timesyncd',
    })
    expect([text(chrony), text(timesyncd)]).toEqual([undefined, undefined])
  })
})
