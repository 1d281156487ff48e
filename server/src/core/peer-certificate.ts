/**
 * Reads the certificates that a server presents, by a handshake only. The mail and FTP commands before it
 * contain nothing of the device, and nothing is sent after it.
 */
import type { X509Certificate } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { FailureReason } from '@parking/contract'
import { SystemError } from '../ports/system-error.ts'
import { dial, DialError } from './outbound/dial.ts'
import type { Reach } from './outbound/address.ts'
import { ehloName } from './outbound/ehlo-name.ts'

const default_ports: Readonly<Record<string, number>> = {
  'https:': 443,
  'rtsps:': 322,
  'ftps:': 21,
  'smtp:': 587,
  'smtps:': 465,
}
const max_chain = 10

/** `code`: why the system's authorities do not accept the chain, as Node reports it; empty if they do. */
export type PeerCertificates = { chain: X509Certificate[]; code: string }

/** Throws a SystemError. The caller has checked that the address may be reached. */
export async function peerCertificates(
  address: string,
  reach: Reach,
  timeout_ms = 8_000,
): Promise<PeerCertificates> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || default_ports[url.protocol]!
  const opened: Socket[] = []
  const timer = setTimeout(
    () => opened.forEach((socket) => socket.destroy(new SystemError('timeout', 'The server did not answer'))),
    timeout_ms,
  )
  const readChain = async (greeting: keyof typeof dialogues | undefined) => {
    const plain = await dial({ host, port, reach, timeout_ms }).catch((error: unknown) => {
      throw error instanceof DialError ? systemErrorOf(error, reasonOf(error)) : error
    })
    plain.on('error', () => undefined) // the conversation reports it
    opened.push(plain)
    if (greeting)
      for (const [say, wanted] of dialogues[greeting]) {
        await ask(plain, say === 'EHLO' ? `EHLO ${ehloName(plain)}\r\n` : say, wanted)
      }
    return shownBy(plain, host)
  }
  try {
    if (url.protocol === 'smtp:') return await readChain('smtp')
    if (url.protocol !== 'ftps:') return await readChain(undefined)
    if (port === 21) return await readChain('ftp')
    return await readChain(undefined).catch((error: unknown) => {
      if (port === 990 || !(error instanceof SystemError) || error.reason !== 'tls_not_tls') throw error
      return readChain('ftp')
    })
  } finally {
    clearTimeout(timer)
    opened.forEach((socket) => socket.destroy())
  }
}

/** The commands to send, each with the reply code that allows the next one. */
const dialogues = {
  smtp: [
    ['', '220'],
    ['EHLO', '250'],
    ['STARTTLS\r\n', '220'],
  ],
  ftp: [
    ['', '220'],
    ['AUTH TLS\r\n', '234'],
  ],
} as const

function ask(socket: Socket, say: string, wanted: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const end = (done: () => void) => {
      socket.off('data', receive)
      socket.off('close', closed)
      done()
    }
    const closed = () => end(() => reject(systemErrorOf(socket.errored, 'tls_not_tls')))
    const receive = (chunk: Buffer) => {
      said += chunk.toString('latin1')
      const last = /^(\d{3})(?: .*)?\r?\n$/m.exec(said)?.[1]
      if (last === wanted) end(resolve)
      else if (last !== undefined || said.length > 10_000)
        end(() => reject(new SystemError('tls_not_tls', 'The server does not encrypt here')))
    }
    socket.on('data', receive)
    socket.once('close', closed)
    if (say !== '') socket.write(say)
  })
}

function shownBy(plain: Socket, host: string): Promise<PeerCertificates> {
  return new Promise((resolve, reject) => {
    // The certificate is verified but not rejected: the verdict is the answer, and the connection ends with
    // it.
    const socket = connectTls({
      socket: plain,
      host,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
      ...(isIP(host) ? {} : { servername: host }),
    })
    socket.once('secureConnect', () => {
      const chain: X509Certificate[] = []
      let next = socket.getPeerX509Certificate()
      while (next && chain.length < max_chain && !chain.some((one) => one.raw.equals(next!.raw))) {
        chain.push(next)
        next = next.issuerCertificate
      }
      const { authorizationError: error } = socket
      socket.destroy()
      const code = (error as { code?: string } | null)?.code ?? String(error ?? '')
      if (chain.length > 0) resolve({ chain, code })
      else reject(new SystemError('tls_other', 'The server presents no certificate'))
    })
    socket.on('error', (error) => reject(systemErrorOf(error, 'tls_not_tls')))
    socket.once('close', () => reject(systemErrorOf(plain.errored, 'tls_not_tls')))
  })
}

const reasonOf = ({ step, code }: DialError): FailureReason =>
  step === 'name' ? 'name_unknown' : code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'

function systemErrorOf(error: Error | null, reason: FailureReason): SystemError {
  if (error instanceof SystemError) return error
  const code = error && 'code' in error ? String(error.code) : ''
  return new SystemError(reason, 'The certificate could not be read', code)
}
