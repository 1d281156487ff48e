/**
 * The box: a Debian that boots with systemd as its first process. Its disk is an overlay on the base Debian
 * and survives reboots and power cuts. Long because all of its programs run here.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, readFileSync, rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/lib/root.mjs'
import { resetCard, lan } from './lan.ts'
import { execute, sh, type Completed, type RunOptions } from './sh.ts'
import { until } from './until.ts'

/** The exit status of systemd-nspawn when the container asks for a restart. */
const rebooted = 133
/** Where the checkout is mounted in the box. */
export const checkout = '/opt/checkout'

export type Box = {
  /** The root of its disk, seen from outside. */
  readonly disk: string
  /** The folder of its changes, as a layer for another box. Use it only while the box is off. */
  readonly layer: string
  /** Removes its disk. */
  discard(): Promise<void>
  /** Number of boots so far. */
  readonly boots: number
  /** Resolves when systemd accepts jobs. */
  powerOn(): Promise<void>
  /** Kills every process at once. */
  powerCut(): Promise<void>
  /** Runs a program in the box as root. */
  run(argv: readonly string[], options?: RunOptions): Promise<Completed>
  /** Like `run`, but throws if the program fails. */
  sh(argv: readonly string[], options?: RunOptions): Promise<string>
  /** Runs a program as the server's user, without new privileges, as its unit does. */
  asServer(argv: readonly string[], options?: RunOptions): Promise<Completed>
}

/**
 * `layers`: the folders of its first disk, the uppermost first; `name`: the folder for its changes; `space`:
 * its network namespace; `hostname`: its host name.
 */
export type BoxOptions = { layers?: readonly string[]; name?: string; space?: string; hostname?: string }

export async function makeBox(
  cache: string,
  {
    layers = [join(cache, 'base')],
    name = 'box',
    space = lan.box_space,
    hostname = 'parking-box',
  }: BoxOptions = {},
): Promise<Box> {
  const folder = join(cache, name)
  rmSync(folder, { recursive: true, force: true })
  const [upper, work, disk] = ['upper', 'work', 'disk'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const made of [upper, work, disk]) mkdirSync(made, { recursive: true })
  await sh([
    'mount',
    '-t',
    'overlay',
    'overlay',
    '-o',
    `lowerdir=${layers.join(':')},upperdir=${upper},workdir=${work}`,
    disk,
  ])
  const console_log = createWriteStream(
    join(cache, space === lan.box_space ? 'console.log' : `console-${name}.log`),
  )
  let nspawn: ChildProcess | undefined
  let boots = 0

  function launch(): void {
    boots += 1
    const child = spawn(
      'systemd-nspawn',
      [
        '--quiet',
        '--register=no',
        '--keep-unit',
        `--directory=${disk}`,
        `--network-namespace-path=/run/netns/${space}`,
        '--capability=CAP_NET_ADMIN',
        '--drop-capability=CAP_SYS_TIME,CAP_SYS_MODULE',
        `--machine=${hostname}`,
        `--hostname=${hostname}`,
        '--resolv-conf=off',
        '--timezone=off',
        '--link-journal=no',
        '--console=read-only',
        '--bind=/dev/net/tun',
        `--bind-ro=${root}:${checkout}`,
        '--boot',
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        // Programs of the box set the kernel's options of its own network.
        env: { ...process.env, SYSTEMD_NSPAWN_API_VFS_WRITABLE: 'network' },
      },
    )
    nspawn = child
    child.stdout.on('data', (text) => console_log.write(text))
    child.stderr.on('data', (text) => console_log.write(text))
    child.on('exit', (status) => {
      if (nspawn !== child) return
      nspawn = undefined
      if (status === rebooted) void resetCard(space).then(launch)
    })
  }

  /** The pid of its first process, as seen in the lab's namespace. */
  function init(): string | undefined {
    if (nspawn?.pid === undefined) return undefined
    try {
      return (
        readFileSync(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`, 'utf8').trim().split(' ')[0] ||
        undefined
      )
    } catch {
      return undefined
    }
  }
  const run = (argv: readonly string[], options: RunOptions = {}) => {
    const pid = init()
    if (pid === undefined) return Promise.resolve({ status: 128, stdout: '', stderr: 'the box is off' })
    const env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      LC_ALL: 'C',
      TERM: 'dumb',
      ...options.env,
    }
    return execute(['nsenter', '--target', pid, '--all', '--wd=/', ...argv], { ...options, env })
  }

  return {
    disk,
    layer: upper,
    async discard() {
      await sh(['umount', disk])
      rmSync(folder, { recursive: true, force: true })
    },
    get boots() {
      return boots
    },
    async powerOn() {
      await resetCard(space)
      launch()
      await until(
        async () =>
          ['running', 'degraded'].includes((await run(['systemctl', 'is-system-running'])).stdout.trim()),
        60_000,
        'the box has booted',
      )
    },
    async powerCut() {
      const [child, pid] = [nspawn, init()]
      nspawn = undefined
      const gone = new Promise((resolve) => child?.once('exit', resolve))
      if (pid !== undefined) process.kill(Number(pid), 'SIGKILL')
      if (child) await gone
    },
    run,
    async sh(argv, options) {
      const { status, stdout, stderr } = await run(argv, options)
      if (status !== 0)
        throw new Error(
          `in the box: ${argv.slice(0, 5).join(' ')}: status ${status}: ` +
            `${(stderr || stdout).trim().slice(-600)}`,
        )
      return stdout
    },
    asServer: (argv, options) =>
      run(
        [
          'setpriv',
          '--reuid',
          'parking-edge',
          '--regid',
          'parking-edge',
          '--init-groups',
          '--no-new-privs',
          ...argv,
        ],
        options,
      ),
  }
}

/**
 * Lets the server read the box's own boot id. A container has one, mounted over the machine's. Each of these
 * options mounts a new /proc, which shows the machine's again, and that one never changes.
 */
export function showBootId({ disk }: Box): void {
  const drop_in = join(disk, 'etc/systemd/system/parking-edge.service.d')
  mkdirSync(drop_in, { recursive: true })
  writeFileSync(
    join(drop_in, 'lab.conf'),
    '[Service]\nProtectProc=default\nProtectKernelTunables=no\nProtectControlGroups=no\n',
  )
}
