/** Runs the kit once: a device in a folder of its own, the program, the script and the findings. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApplication } from './application.ts'
import { startCamera } from './cameras.ts'
import { startDevice } from './device.ts'
import { createFindings, type Finding } from './findings.ts'
import { runScenario } from './scenario.ts'
import type { Scenery } from './scenery.ts'
import { createWaits } from './waits.ts'

export type CheckOptions = {
  readonly command: readonly [string, ...string[]]
  readonly scenery: Scenery
  /** How long to wait for a reaction of the program, in milliseconds. */
  readonly patience_ms: number
  /** The folder to which relative paths in the command refer. */
  readonly cwd: string
}

/** `last_lines`: the last lines that the program wrote. */
export async function runCheck({
  command,
  scenery,
  patience_ms,
  cwd,
}: CheckOptions): Promise<{ findings: Finding[]; last_lines: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'parking-check-'))
  const [path, spool] = [join(folder, 'analysis.sock'), join(folder, 'spool')]
  await mkdir(spool, { mode: 0o700 })
  const findings = createFindings()
  const waits = createWaits()
  const cameras = [await startCamera(scenery, 0), await startCamera(scenery, 1)]
  const device = await startDevice({ path, spool, findings, waits })
  await chmod(path, 0o600)
  const application = createApplication({ command, cwd, socket: path, findings, waits })
  try {
    await runScenario({ application, cameras, device, findings, scenery, waits, patience_ms })
  } finally {
    await application.kill()
    await Promise.all([device.stop(), ...cameras.map((camera) => camera.stop())])
    await rm(folder, { recursive: true, force: true })
  }
  return { findings: findings.list(), last_lines: application.last_lines }
}
