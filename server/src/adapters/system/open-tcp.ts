/** Opens a TCP connection after checking its address and name; an error names one of three steps. */
import { connect, isIP, type Socket } from 'node:net'
import { ForbiddenAddress, guardedLookup, hostIssue, type Reach } from '#src/core/outbound-address.ts'

export type TcpStep = 'address' | 'name' | 'connect'
export class TcpError extends Error {
  override readonly name = 'TcpError'
  readonly step: TcpStep
  constructor(step: TcpStep, said: string) {
    super(said)
    this.step = step
  }
}

/** Rejects with a TcpError. A later error closes the connection (`close`), and so does `signal`. */
export function openTcp(
  { host, port, signal }: { host: string; port: number; signal?: AbortSignal },
  reach: Reach,
  timeout_ms: number,
): Promise<Socket> {
  if (host === '' || hostIssue(host, reach))
    return Promise.reject(new TcpError('address', 'This address may not be reached'))
  return new Promise((resolve, reject) => {
    let step: TcpStep = isIP(host) ? 'connect' : 'name'
    const socket = connect({
      host,
      port,
      lookup: guardedLookup(reach),
      keepAlive: true,
      ...(signal && { signal }),
    })
    const fail = (error: Error) => {
      socket.destroy()
      reject(
        error instanceof ForbiddenAddress
          ? new TcpError('address', error.message)
          : new TcpError(step, 'code' in error ? String(error.code) : error.message),
      )
    }
    socket.setTimeout(timeout_ms, () => fail(new Error('No answer in time')))
    socket.once('lookup', (error: Error | null) => error ?? (step = 'connect'))
    socket.on('error', fail)
    socket.once('connect', () => {
      socket.setTimeout(0)
      resolve(socket)
    })
  })
}
