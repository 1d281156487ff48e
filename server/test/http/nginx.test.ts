/** The device behind Debian's nginx, configured as docs/install.md says. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { unpackDebian } from '../debian.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'
import { nginxConfig } from './nginx-config.ts'

const unpacked = await unpackDebian('nginx', ['nginx-light'])
const program = unpacked?.program('nginx')
const missing = program === undefined

describe.skipIf(missing)('behind nginx', () => {
  let box: Device
  let nginx: ChildProcess | undefined
  const folder = mkdtempSync(join(tmpdir(), 'parking-nginx-'))
  afterEach(async () => {
    if (nginx?.exitCode === null) {
      nginx.kill('SIGQUIT')
      await once(nginx, 'exit')
    }
    await box.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('whitelist, audit and origin see the client; a forged header does not', async () => {
    box = await openDevice({ app: { proxies: ['127.0.0.1'] } })
    await box.app.listen({ port: 0, host: '127.0.0.1' })
    const inner = (box.app.server.address() as AddressInfo).port
    const port = await freePort()
    mkdirSync(join(folder, 'logs'))
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, nginxConfig({ port, inner, folder }))
    let said = ''
    nginx = spawn(program!, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
      env: unpacked!.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    nginx.stderr?.on('data', (data) => void (said += String(data)))
    await until('nginx listens', async () => {
      if (nginx?.exitCode !== null) throw new Error(said)
      const socket = connect(port, '127.0.0.1')
      return await new Promise<boolean>((resolve) =>
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
      ).finally(() => socket.destroy())
    })
    const token = await box.tokenOf('admin')
    const post = async (path: string, body: object, from: string, headers: Record<string, string> = {}) =>
      raw(
        port,
        from,
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n` +
          `Content-Type: application/json\r\nAuthorization: ${token}\r\n` +
          `Origin: http://127.0.0.1:${port}\r\n` +
          Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join('') +
          `Content-Length: ${Buffer.byteLength(JSON.stringify(body))}\r\n\r\n${JSON.stringify(body)}`,
      )
    const forged = { 'X-Forwarded-For': '203.0.113.1', 'X-Forwarded-Host': 'evil.example' }
    const added = await post('/api/system/add_whitelist', { list: [] }, '127.0.0.77', forged)
    expect(added).toContain('200 OK')
    const { data } = await box.call('log', { type: 2, page: 1, page_size: 1 }, token)
    expect(data.list[0]?.audit?.address).toBe('127.0.0.77')
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function raw(port: number, from: string, text: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  let heard = ''
  socket.on('data', (data) => void (heard += String(data)))
  socket.write(text)
  return new Promise((resolve, reject) => socket.once('close', () => resolve(heard)).once('error', reject))
}
