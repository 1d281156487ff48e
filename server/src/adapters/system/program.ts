/**
 * Runs a program of the operating system: an argument array, never a shell; a fixed search path and language;
 * a timeout.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SystemError, unsupported } from '#src/ports/system-error.ts'

const search_path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const max_output = 4 * 1024 * 1024

export type ProgramResult = { status: number; stdout: string; stderr: string }
/**
 * Resolves whatever the exit status is. Throws `unsupported` if the program is missing, `timeout` if it does
 * not end.
 */
export type Program = (
  argv: readonly [string, ...string[]],
  options?: { timeout_ms?: number; input?: string },
) => Promise<ProgramResult>

/** The environment of such a program: nothing from the server's own environment. */
export const programEnvironment = (only?: string): NodeJS.ProcessEnv => ({
  PATH: only ?? search_path,
  LANG: 'C',
  LC_ALL: 'C',
  DEBIAN_FRONTEND: 'noninteractive',
})

/**
 * `only` is a folder that is searched instead of the system's (PARKING_PROGRAMS): a program that is not in it
 * is missing, and the computer is not touched.
 */
export function openPrograms(only?: string): Program {
  const env = programEnvironment(only)
  return ([program, ...args], { timeout_ms = 10_000, input } = {}) =>
    new Promise((resolve, reject) => {
      // Checked before the fork, which costs milliseconds, most of all in a large process.
      if (only !== undefined && !existsSync(join(only, program)))
        return reject(unsupported(`there is no ${program}`))
      const child = execFile(
        program,
        args,
        { env, timeout: timeout_ms, killSignal: 'SIGKILL', maxBuffer: max_output },
        (error, stdout, stderr) => {
          if (error === null) resolve({ status: 0, stdout, stderr })
          else if (error.code === 'ENOENT') reject(unsupported(`there is no ${program}`))
          else if (error.killed === true)
            reject(new SystemError('timeout', `${program} did not answer in ${timeout_ms / 1000} s`))
          else if (typeof error.code === 'number') resolve({ status: error.code, stdout, stderr })
          else reject(new SystemError('program_failed', `${program} could not be run`, error.message))
        },
      )
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input ?? '')
    })
}

/**
 * Runs a program and returns its output; throws `program_failed` with its error output if its status is not
 * 0.
 */
export async function outputOf(
  run: Program,
  argv: readonly [string, ...string[]],
  options?: { timeout_ms?: number; input?: string },
): Promise<string> {
  const { status, stdout, stderr } = await run(argv, options)
  if (status === 0) return stdout
  const said = (stderr || stdout).trim()
  throw new SystemError(
    /not authorized|authentication|access denied|permission denied/i.test(said)
      ? 'not_permitted'
      : 'program_failed',
    `${argv[0]} failed`,
    said.slice(-500),
  )
}
