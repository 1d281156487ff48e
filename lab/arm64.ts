/**
 * `npm run lab:arm64`: runs the arm64 packages under Debian's user-mode emulation, from the start to the
 * first event of their analysis program, and then the same on this machine's own processor. The emulator is
 * registered in a user namespace of the lab's own (kernel 6.7 or newer).
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run, runNode, Sentence, speak } from '../scripts/lib/run.mjs'
import { root } from '../scripts/lib/root.mjs'
import { namesOf } from '../scripts/lib/package/control.ts'
import { buildPackage } from '../scripts/lib/package/deb.ts'
import { node_time, runtimeEntries } from '../scripts/lib/package/runtime.ts'
import { analysisEntries, treeEntries } from '../scripts/lib/package/tree.ts'
import { debianMirror } from './mirror.ts'

const cache = process.env['PARKING_LAB'] ?? '/var/tmp/parking-edge-lab'
const [debian, disk, packages] = ['arm64', 'arm64-disk', 'arm64-packages'].map((name) =>
  join(cache, name),
) as [string, string, string]

await speak(async () => {
  if (process.getuid?.() !== 0) throw new Sentence('The lab needs root on Debian.')
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  await must('node', ['scripts/build.mjs', '--stale'])
  await makeDisk()
  const { code } = await run(
    'unshare',
    [
      '--map-root-user',
      '--mount',
      '--net',
      '--pid',
      '--fork',
      '--kill-child',
      join(root, 'lab/arm64.sh'),
      disk,
      process.execPath,
    ],
    { show: true },
  )
  if (code !== 0) throw new Sentence('The arm64 packages do not run.')
})

async function must(program: string, args: string[], cwd = root): Promise<string> {
  const { code, output } = await (program === 'node'
    ? runNode(args[0]!, args.slice(1))
    : run(program, args, { cwd, timeout_ms: 900_000 }))
  if (code !== 0) throw new Sentence(`${output.trim().slice(-1500)}\n${program} failed.`)
  return output
}

/** Makes the disk: Debian's C libraries for arm64, the packages unpacked on them, and the emulator. */
async function makeDisk(): Promise<void> {
  if (!existsSync(debian))
    await must('debootstrap', [
      '--foreign',
      '--variant=minbase',
      '--arch=arm64',
      'bookworm',
      debian,
      await debianMirror(),
    ])
  rmSync(disk, { recursive: true, force: true })
  await must('cp', ['-a', debian, disk])
  const emulator = join(cache, 'qemu')
  if (!existsSync(emulator)) {
    mkdirSync(emulator)
    await must('apt-get', ['download', '-q', 'qemu-user-static'], emulator)
    const [file = ''] = readdirSync(emulator)
    await must('dpkg', ['-x', join(emulator, file), emulator])
  }
  await must('cp', [join(emulator, 'usr/bin/qemu-aarch64-static'), join(disk, 'usr/bin/')])
  const { runtime, product, analysis } = namesOf('1.0.0', 'arm64')
  const options = {
    into: packages,
    work: join(packages, 'work'),
    time: node_time,
    of: '1.0.0',
    compress: 'none' as const,
  }
  const built = [
    await buildPackage(runtime, await runtimeEntries('arm64'), options),
    await buildPackage(product, await treeEntries('arm64', { version: '1.0.0', time: node_time }), options),
    await buildPackage(analysis, analysisEntries(), options),
  ]
  for (const { file } of built) await must('dpkg', ['-x', file, disk])
  // As the postinst does.
  const home = join(disk, 'usr/lib/parking-edge')
  await must('cp', ['-al', join(home, 'package'), join(home, '1.0.0')])
  await must('cp', ['-al', join(disk, 'usr/lib/parking-edge-node/node'), join(home, '1.0.0/node')])
  await must('ln', ['-sfn', '1.0.0', join(home, 'current')])
}
