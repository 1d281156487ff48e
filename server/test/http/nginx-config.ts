/** The configuration of docs/install.md, adapted so that nginx runs as an ordinary program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../debian.ts'

type Where = { port: number; inner: number; folder: string }

export function nginxConfig({ port, inner, folder }: Where): string {
  const page = readFileSync(join(root, 'docs/install.md'), 'utf8')
  const site = /```nginx\n([^`]*)```/.exec(page)?.[1]
  if (site === undefined) throw new Error('docs/install.md has no configuration of nginx')
  const here = site
    .replace(
      /listen 443 ssl;\n.*ssl_certificate .*\n.*ssl_certificate_key .*\n/,
      `listen 127.0.0.1:${port};\n`,
    )
    .replace('http://192.0.2.10:8080', `http://127.0.0.1:${inner}`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  return `daemon off; master_process off; worker_processes 1; pid ${folder}/pid;
events {}
http {
access_log off;
${places}
${here}
}
`
}
