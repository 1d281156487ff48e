/** The HTTP server as a part: serves the console and the calls. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import type { Part } from './core/part.ts'
import type { Environment } from './environment.ts'
import { backlog } from './http/sockets/socket-guard.ts'
import type { Runtime } from './runtime.ts'

export type HttpServer = Part & {
  /** `http://HOST:PORT`, once it has started. */
  address(): string
}

export function createHttpServer(deps: Runtime, environment: Environment): HttpServer {
  let app: FastifyInstance | undefined
  return {
    async start() {
      app = await createApp(deps, {
        console_folder: environment.console_folder,
        manual_folder: environment.manual_folder,
        names: environment.names,
        proxies: environment.proxies,
        tls: environment.tls,
      })
      await listen(app, environment)
    },
    async stop() {
      await app?.close()
    },
    address() {
      if (!app) throw new Error('The HTTP server has not started')
      return addressOf(app, environment)
    },
  }
}

async function listen(app: FastifyInstance, environment: Environment): Promise<void> {
  const { port, host, tls } = environment
  // Fastify writes http:// also before the addresses of a server that speaks HTTPS.
  const listenTextResolver = (address: string) => {
    const place = address.replace(/^https?:\/\//, '').replace('[::]:', 'every address, port ')
    return `${tls ? 'HTTPS' : 'HTTP'} on ${place}`
  }
  try {
    await app.listen({ port, host, backlog, listenTextResolver })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // This kernel has no IPv6.
    if (host === '::' && code === 'EAFNOSUPPORT') return listen(app, { ...environment, host: '0.0.0.0' })
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} on ${host} is taken by another program. Set PARKING_PORT to another one.`)
    if (code === 'EACCES')
      throw new Error(`This user may not listen on port ${port}. Set PARKING_PORT to 1024 or above.`)
    throw new Error(`The server cannot listen on ${host} port ${port} (${code}). Check PARKING_HOST.`)
  }
}

function addressOf(app: FastifyInstance, { host, tls }: Environment): string {
  const { port } = app.server.address() as AddressInfo
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
