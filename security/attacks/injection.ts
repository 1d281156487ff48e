/** Rows 19 and 20: texts that reach programs, and VPN files. Long because each row has its corpus. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { calls, code, type CallName } from '@parking/contract'
import { run } from '#scripts/lib/run.mjs'
import type { Attack } from '../support/lab.ts'
import type { Target } from '../support/target.ts'

/** Calls that run a program of the system. */
const program_calls: readonly CallName[] = [
  'set_ntp',
  'test_ntp',
  'set_time',
  'set_ipv4',
  'set_dns',
  'set_basic_info',
  'register_vpn_online',
  'register_vpn_offline',
  'start_vpn',
  'set_repository',
  'update_software_cache',
  'set_auto_update',
  'diagnose',
  'app_control',
  'add_common_camera',
  'try_common_camera',
  'try_onvif_camera',
  'request_certificate',
  'software_version',
]
/** `F` is a file that only a shell would create. */
const injections = [
  '; touch F',
  '| touch F',
  '&& touch F',
  '$(touch F)',
  '`touch F`',
  '\ntouch F\n',
  "'; touch F; '",
]
const options = ['-o ProxyCommand=touch F', '--help', '-c touch F', '../../../bin/sh']

export const commands: Attack = async ({ target, admin }, row) => {
  const made = join(target.folder, 'made-by-a-shell')
  const spy = await openSpy(target)
  let tried = 0
  const inject = async (name: CallName) => {
    const example = calls[name].example as Record<string, unknown>
    const fields = Object.keys(example).filter((field) => typeof example[field] === 'string')
    const texts = [...injections, ...options].map((text) => text.replaceAll('F', made))
    for (const text of texts) {
      const bodies = fields.flatMap((field) =>
        [text, `${String(example[field])}${text}`].map((value) => ({ ...example, [field]: value })),
      )
      tried += bodies.length
      await Promise.all(bodies.map((body) => target.call(name, body, admin)))
    }
    await target.call(name, example, admin)
  }
  let started: string[] | undefined
  try {
    await Promise.all(program_calls.map(inject))
  } finally {
    started = await spy.stop()
  }
  row.check(`${tried} injected texts made no file`, !existsSync(made))
  if (started === undefined) return row.notRun('the process spy: strace may not follow the device here')
  const shells = started.filter((line) => /"(\/usr)?\/bin\/(ba|da)?sh", \["[^"]*sh", "-c"/.test(line))
  row.check(
    'the process spy saw no shell with a command line',
    shells.length === 0,
    shells.slice(0, 3).join(' '),
  )
  const touched = started.filter((line) => /execve\("[^"]*touch"/.test(line))
  row.check('nor the program of an attacker', touched.length === 0, touched.slice(0, 3).join(' '))
  row.note(`${started.length} programs were started, each with an array of arguments`)
}

/** Records every execve of the device and its children, by strace. */
async function openSpy({ pid, folder }: Target): Promise<{ stop(): Promise<string[] | undefined> }> {
  const file = join(folder, 'strace.txt')
  if ((await run('sh', ['-c', 'command -v strace'])).code !== 0) return { stop: async () => undefined }
  const args = ['-f', '-qq', '-s', '2000', '-e', 'trace=execve,execveat', '-o', file, '-p', String(pid())]
  const child = spawn('strace', args, { stdio: 'ignore' })
  await wait(1_500)
  const attached = child.exitCode === null && existsSync(file)
  return {
    async stop() {
      if (!attached) return undefined
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
      return readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.includes('exec'))
    },
  }
}

const hostile_lines =
  `script-security 4|up /bin/sh|down /bin/sh|up-delay|plugin /tmp/x.so|management 127.0.0.1 7505
  management-client|route-up /bin/sh|route-pre-down /bin/sh|ipchange /bin/sh|tls-verify /bin/sh
  auth-user-pass-verify /bin/sh via-env|client-connect /bin/sh|client-disconnect /bin/sh|learn-address /bin/sh
  log /etc/passwd|log-append /etc/cron.d/x|status /etc/x|writepid /etc/x|cd /etc|chroot /|daemon
  user root|group root
  config /etc/passwd|setenv LD_PRELOAD /tmp/x.so|setenv-safe X y|engine dynamic|pkcs11-providers /tmp/x.so
  iproute /tmp/x|askpass /etc/shadow|auth-user-pass /etc/shadow|ca /etc/shadow
  remote 127.0.0.1|http-proxy 127.0.0.1 3128
  "up" /bin/sh|--up /bin/sh|\tup /bin/sh|UP /bin/sh`
    .split(/[|\n]/)
    .map((line) => line.replace(/^ {2}/, ''))
    .filter(Boolean)

export const vpnFiles: Attack = async ({ target, admin }, row) => {
  const base = 'client\ndev tun\nremote vpn.example.com 1194\n'
  const register = (content: string, file_name = 'box.ovpn') =>
    target.call('register_vpn_offline', { file_name, content }, admin)
  const wrong: string[] = []
  for (const line of hostile_lines) {
    const answer = await register(`${base}${line}\n`)
    const issues = (Array.isArray(answer.data) ? answer.data : (answer.data?.['issues'] ?? [])) as {
      limit?: number
    }[]
    if (answer.code !== code.format_error || !issues.some(({ limit }) => limit === 4))
      wrong.push(`${line} (${answer.code})`)
  }
  row.check(
    `${hostile_lines.length} hostile lines are refused with their number`,
    wrong.length === 0,
    wrong.join(', '),
  )
  for (const name of ['box.sh', 'box', '../box.ovpn', 'box.ovpn.exe', 'a/b.conf', '.ovpn\0.sh'])
    row.check(
      `the name ${JSON.stringify(name)} is refused`,
      (await register(base, name)).code !== code.success,
    )
  const large = await register(`${base}#${'x'.repeat(66_000)}\n`)
  row.check('more than 64 KiB are refused', large.code === code.format_error, `code ${large.code}`)
}
