/**
 * Builds the verifier's page as one HTML file with its script and style embedded, so that it loads nothing.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.mjs'

const folder = join(root, 'verifier')

/**
 * The hash by which the content security policy allows exactly this script and this style.
 * @param {string} text
 */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export async function buildVerifierPage() {
  const { build } = await import('rolldown')
  const { output } = await build({
    cwd: folder,
    input: join(folder, 'page/page.mjs'),
    platform: 'browser',
    logLevel: 'warn',
    write: false,
    output: { format: 'esm', minify: true },
  })
  const script = output[0].code.trim().replaceAll('</script', '<\\/script')
  const style = (await readFile(join(folder, 'page/page.css'), 'utf8')).trim()
  const policy = `script-src ${hashOf(script)}; style-src ${hashOf(style)}`
  const filled = (await readFile(join(folder, 'page/page.html'), 'utf8'))
    .replace('POLICY', () => policy)
    .replace(/\s*STYLE\s*/, () => style)
    .replace(/\s*SCRIPT\s*/, () => script)
  await mkdir(join(folder, 'dist'), { recursive: true })
  await writeFile(join(folder, 'dist/parking-verify.html'), filled)
}
