/**
 * A storage over FTP (protocol 5): `ftp://` is plain; `ftps://` is TLS, explicit (port 21) or implicit (port
 * 990), detected at other ports. docs/decisions/0017. Long because one session does it all.
 */
import { Writable } from 'node:stream'
import { deviceSentence, storagePlace, type StorageStep } from '@parking/contract'
import type { Client } from 'basic-ftp'
import {
  StorageError,
  type StorageObject,
  type StorageOptions,
  type StorageSession,
  type StorageTarget,
} from '#src/ports/storage-port.ts'
import { dial } from '#src/core/outbound/dial.ts'
import { urlIssue } from '#src/core/outbound/address.ts'
import { openTls, trustOptions } from '#src/core/outbound/trust.ts'
import { tlsErrorIn } from '#src/core/tls-error.ts'
import { ftpError, isReply } from './ftp-error.ts'
import { enterPassive, greet, signIn, upload } from './ftp-workarounds.ts'
import { extraCa, idle_ms_default, type Stage, type StorageAdapterOptions } from './storage-wire.ts'

/** The length in the reply to SIZE; undefined if it is no plain number, or was refused. */
const sizeIn = (reply: string): number | undefined => {
  const [, digits] = /^213[ -]\D*(\d+)(?![\d.,])/.exec(reply) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Opens a session at an FTP server. Missing folders are created. */
export function openFtp(
  target: StorageTarget,
  adapter_options: StorageAdapterOptions,
  passed: (step: StorageStep) => void,
): StorageSession {
  const url = new URL(target.endpoint)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'ftps:'
  const trust = target.server_trust ?? ''
  const port = Number(url.port) || 21
  const folder = [unescaped(url.pathname), storagePlace(target).folder]
    .join('/')
    .split('/')
    .filter((part) => part !== '')
  const seen = new Set<StorageStep>()
  const pass = (step: StorageStep) => {
    if (seen.has(step)) return
    seen.add(step)
    passed(step)
  }
  /** Folders created by this session, so that a test can remove them. */
  const made: string[] = []
  let open: { client: Client; base: string } | undefined
  /** The folder in which the connection is, if it is known: on a slow link each reply takes its time. */
  let here: string | undefined
  /** False once the server has refused to rename a file, as drop boxes do: files get their name at once. */
  let renames = true

  async function connect(client: Client, signal: AbortSignal | undefined): Promise<string> {
    let stage: Stage = 'name'
    try {
      if (urlIssue(target.endpoint, adapter_options)) throw new StorageError('name', 'forbidden')
      const tls = { host, ...trustOptions(trust, host), ...extraCa(trust, adapter_options) }
      const { idle_ms = idle_ms_default, resolve } = adapter_options
      enterPassive(client, trust, adapter_options, idle_ms)
      const dialed = async () => {
        stage = 'name'
        const found = () => {
          pass('name')
          stage = 'connect'
        }
        const socket = await dial({
          host,
          port,
          reach: adapter_options,
          resolve,
          signal,
          timeout_ms: idle_ms,
          found,
        })
        pass('connect')
        return socket
      }
      const explicit = async () => {
        await greet(client, await dialed())
        if (!secure) return
        stage = 'tls'
        await client.send('AUTH TLS')
        client.ftp.socket = await openTls(client.ftp.socket, host, trust, { timeout_ms: idle_ms, extra: tls })
        client.ftp.tlsOptions = tls
      }
      if (secure && port !== 21) {
        const plain = await dialed()
        stage = 'tls'
        try {
          await greet(client, await openTls(plain, host, trust, { timeout_ms: idle_ms, extra: tls }))
          client.ftp.tlsOptions = tls
        } catch (error) {
          plain.destroy()
          // It sent a plain greeting: TLS is explicit here.
          if (port === 990 || tlsErrorIn(error) !== 'not_tls') throw error
          await explicit()
        }
      } else await explicit()
      if (secure) pass('tls')
      stage = 'open'
      await client.sendIgnoringError('OPTS UTF8 ON')
      await signIn(client, target.username, target.password)
      pass('signin')
      for (const setting of [...settings, ...(secure ? tls_settings : [])])
        await client.sendIgnoringError(setting)
      return folderIn(await client.sendIgnoringError('PWD'))
    } catch (error) {
      throw ftpError(error, stage === 'open' ? 'signin' : stage, stage)
    }
  }

  /** The library is loaded by the first connection: a device without FTP never holds it in memory. */
  const newClient = async () =>
    new (await import('basic-ftp')).Client(adapter_options.idle_ms ?? idle_ms_default)

  /** Runs one operation over the connection, and opens it if necessary. */
  async function run<T>(
    step: StorageStep,
    { signal }: StorageOptions,
    work: (client: Client, base: string) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) throw new StorageError(step, 'timeout')
    const client = open && !open.client.closed ? open.client : await newClient()
    const abort = () => client.close()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      if (open?.client !== client) {
        here = undefined
        open = { client, base: await connect(client, signal) }
      }
      return await work(client, open.base)
    } catch (error) {
      if (!isReply(error)) client.close() // the protocol state is unknown now
      if (error instanceof StorageError && !signal?.aborted) throw error
      throw signal?.aborted
        ? new StorageError(error instanceof StorageError ? error.step : step, 'timeout')
        : ftpError(error, step)
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  const pathOf = (base: string, ...parts: readonly string[]): string =>
    [base.replace(/\/+$/, ''), ...parts].join('/')
  const placeOf = (base: string, parts: readonly string[]): string => pathOf(base, ...parts) || '/'

  /** Changes to a folder below the user's start folder, and creates it if necessary. */
  async function goTo(client: Client, base: string, parts: readonly string[]): Promise<void> {
    const there = placeOf(base, parts)
    here = undefined
    if ((await client.sendIgnoringError(`CWD ${there}`)).code >= 300) {
      for (const [at] of parts.entries()) {
        const path = pathOf(base, ...parts.slice(0, at + 1))
        const { code } = await client.sendIgnoringError(`MKD ${path}`)
        if (code < 300) made.push(path)
      }
      await client.send(`CWD ${there}`)
    }
    here = there
  }

  /** Writes a file of that name into the folder of the connection. */
  async function store(client: Client, object: StorageObject, name: string): Promise<void> {
    if (!renames) return storeAs(client, object, name)
    const half = `${name}.part`
    try {
      await upload(client, object, half)
      await checkLength(client, object, half)
      renames = await renamed(client, half, name)
    } catch (error) {
      if (!client.closed) await client.sendIgnoringError(`DELE ${half}`)
      throw error
    }
    if (renames) return
    await client.sendIgnoringError(`DELE ${half}`)
    await storeAs(client, object, name)
  }

  async function storeAs(client: Client, object: StorageObject, name: string): Promise<void> {
    await upload(client, object, name)
    await checkLength(client, object, name)
  }

  /** The folders of a key, and its file name. */
  const split = (key: string): { parts: string[]; name: string } => {
    const all = [...folder, ...key.split('/')]
    return { name: all.pop() ?? '', parts: all }
  }

  return {
    async enter(options: StorageOptions = {}) {
      await run('bucket', options, (client, base) => goTo(client, base, folder))
      pass('bucket')
      return 'there'
    },

    async put(key: string, object: StorageObject, options: StorageOptions = {}) {
      const { parts, name } = split(key)
      await run('write', options, async (client, base) => {
        if (here !== placeOf(base, parts)) await goTo(client, base, parts)
        await store(client, object, name).catch(async (error: unknown) => {
          // The folder may be gone, or a part of an interrupted upload may have been in the way.
          if (client.closed || !isWorthASecondTry(error)) throw error
          await goTo(client, base, parts)
          await store(client, object, name).catch(async (again: unknown) => {
            // A server may take no names that end with `.part`.
            if (!renames || client.closed || !isReply(again) || !isWorthASecondTry(again)) throw again
            await storeAs(client, object, name)
            renames = false
          })
        })
      })
    },

    size: (key: string, options: StorageOptions = {}) =>
      run('read', options, async (client, base) => {
        const { parts, name } = split(key)
        const { code, message } = await client.sendIgnoringError(`SIZE ${pathOf(base, ...parts, name)}`)
        if (code === 550) return undefined
        const length = sizeIn(message)
        if (length === undefined) throw new StorageError('read', 'other', message)
        return length
      }),

    async get(key: string, max_bytes: number, options: StorageOptions = {}) {
      const { parts, name } = split(key)
      const kept: Buffer[] = []
      let bytes = 0
      const sink = new Writable({
        write(part: Buffer, _, done) {
          bytes += part.length
          if (bytes <= max_bytes) kept.push(part)
          done(bytes > max_bytes ? new Error('larger than it may be') : null)
        },
      })
      await run('read', options, (client, base) => client.downloadTo(sink, pathOf(base, ...parts, name)))
      return Buffer.concat(kept)
    },

    async remove(key: string, options: StorageOptions = {}) {
      const { parts, name } = split(key)
      await run('remove', options, async (client, base) => {
        const path = pathOf(base, ...parts, name)
        const { code, message } = await client.sendIgnoringError(`DELE ${path}`)
        // 550 means both "not there" and "not allowed": a file that has a size exists.
        if (code >= 300 && (code !== 550 || (await client.sendIgnoringError(`SIZE ${path}`)).code < 300))
          throw new StorageError('remove', 'denied', message)
        here = undefined
        await client.sendIgnoringError(`CWD ${base}`)
        for (const empty of made.splice(0).toReversed()) await client.sendIgnoringError(`RMD ${empty}`)
      })
    },

    skew_ms: () => null,
    close: () => open?.client.close(),
  }
}

/**
 * SIZE is an extension (RFC 3659), which some users may not use: the server then vouches for a file by its
 * 226. Throws a StorageError if the file has another length.
 */
async function checkLength(client: Client, { length }: StorageObject, name: string): Promise<void> {
  const bytes = sizeIn((await client.sendIgnoringError(`SIZE ${name}`)).message)
  if (bytes !== undefined && bytes !== length)
    throw new StorageError('write', 'changed', deviceSentence('bytes_instead', { bytes, wanted: length }))
}

/**
 * Gives a file its name, in place of a file that has it. False if the server refuses that for good (5xx);
 * throws a reply that asks to try later (4xx).
 */
async function renamed(client: Client, from: string, to: string): Promise<boolean> {
  for (const removes of [false, true]) {
    if (removes) await client.sendIgnoringError(`DELE ${to}`)
    try {
      await client.send(`RNFR ${from}`)
      await client.send(`RNTO ${to}`)
      return true
    } catch (error) {
      if (!isReply(error) || error.code < 500) throw error
    }
  }
  return false
}

/** The refusal of a file of that name, or a file that is not as it was sent. */
const isWorthASecondTry = (error: unknown): boolean =>
  isReply(error)
    ? (error.code === 550 || error.code === 553) && ftpError(error, 'write').reason !== 'full'
    : error instanceof StorageError && error.reason === 'changed'

/** Binary files in UTF-8 names, and encrypted data; a server that refuses one mostly knows nothing else. */
const settings = ['TYPE I', 'STRU F', 'OPTS UTF8 ON']
const tls_settings = ['PBSZ 0', 'PROT P']

/** The folder in which the user begins (RFC 959, appendix II); the root if the server does not say. */
function folderIn({ code, message }: { code: number; message: string }): string {
  const [, quoted, bare] = /^257[ -](?:[^"]*"((?:[^"]|"")*)"|(\/\S*))/.exec(message) ?? []
  return code < 300 ? (quoted?.replaceAll('""', '"') ?? bare ?? '') : ''
}

/** The path of an address, with its valid percent escapes decoded. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
