/**
 * Runs lintian, Debian's package checker. Its errors and warnings fail the build; deploy/debian has the
 * overrides, with reasons.
 */
import { run, Sentence } from '../run.mjs'

/** Returns lintian's output; throws a Sentence if it reports an error or a warning. */
export async function lint(files: readonly string[]): Promise<string> {
  const args = [
    '--allow-root',
    '--no-cfg',
    '--fail-on',
    'error,warning',
    '--tag-display-limit',
    '0',
    ...files,
  ]
  const { code, output } = await run('lintian', args)
  if (code === 127) throw new Sentence('lintian is needed: apt-get install lintian')
  if (code !== 0) throw new Sentence(`${output.trim()}\nlintian names errors or warnings.`)
  return `${output.trim()}\nlintian: no errors, no warnings`.trim()
}
