/**
 * The servers that the box uses: an NTP server and a VPN server, run from the base Debian on a temporary
 * overlay.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lan } from './lan.ts'
import { makeRepository, type Repository } from './repository.ts'
import { sh } from './sh.ts'

export type Peers = {
  repository: Repository
  /** OpenVPN configurations for the box. The certificate of `stranger` is signed by another authority. */
  readonly vpn: { good: string; stranger: string; dead: string; whole: string }
  startVpn(): Promise<void>
  stopVpn(): Promise<void>
}

/** The VPN server's address in the tunnel's network. */
export const tunnel = { network: '10.99.0.0', server: '10.99.0.1' } as const

export async function makePeers(cache: string): Promise<Peers> {
  const disk = join(cache, 'peer')
  rmSync(disk, { recursive: true, force: true })
  mkdirSync(disk, { recursive: true })
  await sh(['mount', '-t', 'tmpfs', 'peer', disk])
  const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(disk, name)) as [
    string,
    string,
    string,
  ]
  for (const made of [upper, work, root]) mkdirSync(made)
  await sh([
    'mount',
    '-t',
    'overlay',
    'overlay',
    '-o',
    `lowerdir=${join(cache, 'base')},upperdir=${upper},workdir=${work}`,
    root,
  ])
  await sh(['mount', '-t', 'proc', 'proc', join(root, 'proc')])
  const runInChroot = (...argv: string[]) => spawn('chroot', [root, ...argv], { stdio: 'ignore' })

  // An NTP server that serves its local clock; with -x it never sets that clock.
  writeFileSync(
    join(root, 'etc/chrony-lab.conf'),
    'local stratum 8\nallow all\nport 123\ncmdport 0\npidfile /run/chronyd-lab.pid\ndriftfile ' +
      '/run/chrony-drift\n',
  )
  runInChroot('/opt/peer/usr/sbin/chronyd', '-x', '-d', '-U', '-u', 'root', '-f', '/etc/chrony-lab.conf')

  const keys = join(root, 'pki')
  mkdirSync(keys, { mode: 0o700 })
  await certificates(keys)
  const config = (who: string, extra = '') =>
    sh(['cat', `${who}.crt`], { cwd: keys }).then(async (certificate) => {
      const [ca, key] = await Promise.all([
        sh(['cat', 'ca.crt'], { cwd: keys }),
        sh(['cat', `${who}.key`], { cwd: keys }),
      ])
      return (
        `client\ndev tun\nproto udp\nremote ${lan.client} 1194\nnobind\nremote-cert-tls ` +
        `server\nverb 3\n${extra}<ca>\n${ca}</ca>\n<cert>\n` +
        `${certificate.slice(certificate.indexOf('-----BEGIN'))}</cert>\n<key>\n${key}</key>` +
        `\n`
      )
    })
  const good = await config('box')
  const vpn = {
    good,
    stranger: await config('stranger'),
    dead: good.replace(' 1194', ' 1195'),
    whole: await config('box', 'redirect-gateway def1\n'),
  }
  writeFileSync(
    join(keys, 'server.conf'),
    `port 1194\nproto udp\ndev tun\ntopology subnet\nserver ${tunnel.network} 255.255.255.0\ndh ` +
      `none\nkeepalive 1 4\nca ca.crt\ncert server.crt\nkey server.key\n`,
  )

  let server: ChildProcess | undefined
  const stopVpn = async () => {
    const child = server
    server = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }
  return {
    repository: await makeRepository(cache),
    vpn,
    stopVpn,
    async startVpn() {
      await stopVpn()
      server = runInChroot('openvpn', '--cd', '/pki', '--config', 'server.conf')
    },
  }
}

/**
 * Makes a certificate authority, the certificates of server and box, and a certificate signed by another
 * authority.
 */
async function certificates(cwd: string): Promise<void> {
  const key = (name: string) =>
    sh(['openssl', 'ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${name}.key`], { cwd })
  const own = async (name: string) => {
    await key(name)
    await sh(
      [
        'openssl',
        'req',
        '-x509',
        '-new',
        '-key',
        `${name}.key`,
        '-days',
        '30',
        '-subj',
        `/CN=${name}`,
        '-out',
        `${name}.crt`,
      ],
      { cwd },
    )
  }
  const signed = async (name: string, use: string) => {
    await key(name)
    await sh(
      ['openssl', 'req', '-new', '-key', `${name}.key`, '-subj', `/CN=${name}`, '-out', `${name}.csr`],
      { cwd },
    )
    writeFileSync(
      join(cwd, 'extensions'),
      `basicConstraints=CA:FALSE\nkeyUsage=digitalSignature\nextendedKeyUsage=${use}\n`,
    )
    await sh(
      [
        'openssl',
        'x509',
        '-req',
        '-in',
        `${name}.csr`,
        '-CA',
        'ca.crt',
        '-CAkey',
        'ca.key',
        '-CAcreateserial',
        '-days',
        '30',
        '-extfile',
        'extensions',
        '-out',
        `${name}.crt`,
      ],
      { cwd },
    )
  }
  await own('ca')
  await own('stranger')
  await signed('server', 'serverAuth')
  await signed('box', 'clientAuth')
}
