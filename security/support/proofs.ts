/** Runs the test files that prove the rows, in one run of Vitest, and returns whether each passed. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '#scripts/lib/root.mjs'
import { runNode } from '#scripts/lib/run.mjs'

type Report = { testResults: { name: string; status: string; assertionResults: { status: string }[] }[] }
export type Proof = { passed: boolean; tests: number }

export async function runProofs(files: readonly string[]): Promise<Map<string, Proof>> {
  const folder = join(root, '.cache')
  const file = join(folder, 'security-proofs.json')
  mkdirSync(folder, { recursive: true })
  rmSync(file, { force: true })
  const args = ['run', '--reporter=json', `--outputFile.json=${file}`, ...files]
  const { output } = await runNode('node_modules/vitest/vitest.mjs', args)
  let report: Report
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    throw new Error(`Vitest left no report:\n${output.slice(-2000)}`)
  }
  return new Map(
    report.testResults.map(({ name, status, assertionResults }) => [
      relative(root, name),
      {
        passed: status === 'passed',
        tests: assertionResults.filter((one) => one.status === 'passed').length,
      },
    ]),
  )
}
