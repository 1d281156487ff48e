/** Serves the lab's repository of packages to its boxes. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { lan } from '../lan.ts'

export const repository_port = 8082
export const repository_url = `http://${lan.client}:${repository_port}`

/** Serves until this process ends; `folder` may be created later. */
export function serveRepository(folder: string): void {
  createServer(({ url = '/' }, answer) => {
    const file = join(folder, decodeURIComponent(new URL(url, 'http://x').pathname))
    if (!existsSync(file) || !statSync(file).isFile()) return void answer.writeHead(404).end()
    answer.writeHead(200, { 'content-length': statSync(file).size })
    createReadStream(file).pipe(answer)
  }).listen(repository_port, lan.client)
}
