/**
 * Runs lintian, Debian's package checker. Its errors fail the build; deploy/debian has the overrides, with
 * reasons.
 */
import { run, Sentence } from '../run.mjs'

/** Returns lintian's output; throws a Sentence if it reports an error. */
export async function lint(files: readonly string[]): Promise<string> {
  const args = ['--no-cfg', '--fail-on', 'error', '--tag-display-limit', '0', ...files]
  const { code, output } = await run('lintian', args)
  if (code === 127) throw new Sentence('lintian is needed: apt-get install lintian')
  if (code !== 0) throw new Sentence(`${output.trim()}\nlintian names errors.`)
  const warnings = output.split('\n').filter((line) => line.startsWith('W:')).length
  return `${output.trim()}\nlintian: no errors, ${warnings} warnings`
}
