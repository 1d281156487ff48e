/** Tries, as the server's user, everything that this user must not be able to do. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { assert, type Lab, type Proof } from '../proof.ts'

const systemctl = ['systemctl', '--no-ask-password']
const manager = [
  'busctl',
  'call',
  'org.freedesktop.systemd1',
  '/org/freedesktop/systemd1',
  'org.freedesktop.systemd1.Manager',
]
const marker = '/run/lab-root'
const attempts: readonly (readonly [what: string, ...argv: string[]])[] = [
  ['start another unit', ...systemctl, 'start', 'systemd-timesyncd.service'],
  ['start an unknown verb', ...systemctl, 'start', 'parking-edge-root@shell.service'],
  ['stop a verb', ...systemctl, 'stop', 'parking-edge-root@update.service'],
  ['restart itself', ...systemctl, 'restart', 'parking-edge.service'],
  ['kill the application with a signal', ...systemctl, 'kill', 'parking-analysis.service'],
  ['enable a unit', ...systemctl, 'enable', 'parking-analysis.service'],
  ['mask a unit', ...systemctl, 'mask', 'NetworkManager.service'],
  ['change a unit', ...systemctl, 'set-property', 'parking-analysis.service', 'CPUWeight=10'],
  ['reload systemd', ...systemctl, 'daemon-reload'],
  ["set systemd's environment", ...systemctl, 'set-environment', 'LD_PRELOAD=/tmp/x'],
  ['switch off', ...systemctl, 'poweroff'],
  ['run a program as root', 'systemd-run', '--no-ask-password', 'touch', marker],
  [
    "run it under a verb's name",
    'systemd-run',
    '--no-ask-password',
    '--unit=parking-edge-root@ntp-server.service',
    'touch',
    marker,
  ],
  [
    "run it under the application's name",
    'systemd-run',
    '--no-ask-password',
    '--unit=parking-analysis.service',
    'touch',
    marker,
  ],
  [
    'link a unit of its own',
    ...manager,
    'LinkUnitFiles',
    'asbb',
    '1',
    '/var/lib/parking-edge/evil.service',
    'true',
    'true',
  ],
  ['name the box', 'hostnamectl', '--no-ask-password', 'set-hostname', 'x'],
  ["reload the network's settings", 'nmcli', 'general', 'reload'],
  ['read the passwords', 'cat', '/etc/shadow'],
  ['write to the program', 'touch', '/usr/lib/parking-edge/current/server/dist/main.js'],
  ['write to its unit', 'touch', '/usr/lib/systemd/system/parking-edge.service'],
  ['write to what only root reports', 'touch', '/run/parking-edge-root/update.end'],
  ['install a package', 'apt-get', 'install', '-y', 'parking-analysis'],
  ['become root', 'unshare', '--mount', 'true'],
]

async function rights({ box }: Lab): Promise<string> {
  const done: string[] = []
  for (const [what, ...argv] of attempts)
    if ((await box.asServer(argv, { timeout_ms: 40_000 })).status === 0) done.push(what)
  assert(done.length === 0, `the server's user may ${done.join(', ')}`)
  assert(!existsSync(join(box.disk, marker)), 'a program ran as root')

  // Requests that are not proper files: a link to a root-only file, a pipe, a file that is too long, invalid
  // contents.
  const request = '/var/lib/parking-edge/root/ntp-server'
  const tries: [string, string][] = [
    ['a link', `ln -sf /etc/shadow ${request}`],
    ['a pipe', `mkfifo ${request}`],
    ['too long', `head -c 200000 /dev/zero > ${request}`],
    ['two names', `printf 'a.example b.example\\n' > ${request}`],
    ['a path', `printf '../../etc/passwd\\n' > ${request}`],
  ]
  for (const [what, make] of tries) {
    await box.sh([
      'setpriv',
      '--reuid',
      'parking-edge',
      '--regid',
      'parking-edge',
      '--clear-groups',
      'sh',
      '-c',
      `mkdir -p -m 700 /var/lib/parking-edge/root; rm -f ${request}; ${make}`,
    ])
    const { status } = await box.asServer([...systemctl, 'start', 'parking-edge-root@ntp-server.service'], {
      timeout_ms: 20_000,
    })
    assert(status !== 0, `a request that is ${what} was accepted`)
    const log = (await box.run(['cat', '/run/parking-edge-root/ntp-server.log'])).stdout
    assert(!log.includes('root:'), 'the helper prints what it must not read')
  }
  // Only the first line counts.
  await box.sh([
    'setpriv',
    '--reuid',
    'parking-edge',
    '--regid',
    'parking-edge',
    '--clear-groups',
    'sh',
    '-c',
    `rm -f ${request}; printf 'a.example\\nFallbackNTP=b.example\\n' > ${request}`,
  ])
  await box.asServer([...systemctl, 'start', 'parking-edge-root@ntp-server.service'], { timeout_ms: 20_000 })
  assert(
    !(await box.run(['sh', '-c', 'cat /etc/systemd/timesyncd.conf.d/*'])).stdout.includes('b.example'),
    'a second line was accepted',
  )
  await box.sh(['rm', '-f', request])
  // A file of another user in the server's folder.
  await box.sh(['sh', '-c', `echo pool.example > ${request}`])
  assert(
    (await box.asServer([...systemctl, 'start', 'parking-edge-root@ntp-server.service'])).status !== 0,
    "a request of root's was accepted",
  )
  await box.sh(['rm', '-f', request])
  // What the unit's sandbox forbids, beyond the user's permissions.
  const errors = (
    await box.run([
      'sh',
      '-c',
      'nsenter --target $(systemctl show --property=MainPID --value parking-edge) --mount sh -c ' +
        '"touch /etc/lab /usr/lab /var/lab; ls /home /root"',
    ])
  ).stderr
  assert(
    (errors.match(/Read-only file system/g) ?? []).length === 3,
    `root itself may write in the server's view of the disk: ${errors}`,
  )
  return (
    `${attempts.length} of ${attempts.length} attempts and ${tries.length + 1} of ` +
    `${tries.length + 1} false requests refused`
  )
}

export const rights_proofs: Proof[] = [
  { name: 'rights', shows: "the server's user may do what the console needs, and nothing else", run: rights },
]
