/**
 * Finishes a build: writes dist/console.json for the server, and a brotli and a gzip copy of every text file
 * next to it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type * as BuildFile from './console-build.ts'
import { runnerImport, type Manifest, type Plugin } from 'vite'

/** Markup needs no styles, and the module runner would load them only on a started server. */
const noStyles: Plugin = {
  name: 'parking-no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? 'export default {}' : undefined),
}

export function afterBuild(): Plugin {
  let root = ''
  let out = ''
  let failed = false
  return {
    name: 'parking-after-build',
    apply: 'build',
    configResolved(config) {
      root = config.root
      out = join(config.root, config.build.outDir)
    },
    buildEnd(error) {
      failed = error !== undefined
    },
    async closeBundle() {
      if (failed) return
      // Run through Vite's own pipeline, because it renders the console's components.
      const { module } = await runnerImport<typeof BuildFile>(join(root, 'build/console-build.ts'), {
        root,
        configFile: false,
        logLevel: 'error',
        mode: 'production',
        plugins: [noStyles],
      })
      const read = (file: string) => readFileSync(join(out, file), 'utf8')
      const build = module.makeConsoleBuild(
        JSON.parse(read('manifest.json')) as Manifest,
        read('index.html'),
        read('login.html'),
      )
      writeFileSync(join(out, 'console.json'), JSON.stringify(build))
      writeFileSync(join(out, 'security.txt'), securityText())
      for (const file of ['index.html', 'login.html']) rmSync(join(out, file))
      compressAll(join(out, 'assets'))
    },
  }
}

/** security.txt (RFC 9116). It expires 360 days after the build: the RFC recommends less than a year. */
function securityText(): string {
  const { bugs } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    bugs: { email: string }
  }
  const expires = new Date(Date.now() + 360 * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z')
  return `Contact: mailto:${bugs.email}\nExpires: ${expires}\nPreferred-Languages: zh, en\n`
}

function compressAll(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg|json)$/.test(name)) continue
    const file = join(folder, name)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    )
  }
}
