/** Runs a program to completion, with its arguments as an array. */
import { execFile } from 'node:child_process'

export type Completed = { status: number; stdout: string; stderr: string }
export type RunOptions = { input?: string; timeout_ms?: number; env?: NodeJS.ProcessEnv; cwd?: string }

/** Resolves for any exit status. */
export function execute(
  argv: readonly string[],
  { input = '', timeout_ms = 60_000, env, cwd }: RunOptions = {},
): Promise<Completed> {
  const [program = '', ...args] = argv
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { timeout: timeout_ms, killSignal: 'SIGKILL', maxBuffer: 64 << 20, env: env ?? process.env, cwd },
      (error, stdout, stderr) => {
        const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 128
        resolve({
          status,
          stdout,
          stderr: error !== null && status === 128 ? `${stderr}${error.message}` : stderr,
        })
      },
    )
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

/** Resolves with the program's output; throws with its error output if it fails. */
export async function sh(argv: readonly string[], options?: RunOptions): Promise<string> {
  const { status, stdout, stderr } = await execute(argv, options)
  if (status !== 0)
    throw new Error(
      `${argv.slice(0, 6).join(' ')}: status ${status}: ${(stderr || stdout).trim().slice(-800)}`,
    )
  return stdout
}
