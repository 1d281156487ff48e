/**
 * A small FTP server on loopback (RFC 959, 2389, 2428, 3659): passive mode only, files in memory, failures on
 * demand. Long because all commands share the state of a connection.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { posix } from 'node:path'

export type FtpBehaviour = 'answers' | 'hangs' | 'cuts' | 'full'
export type FtpPeer = {
  readonly url: string
  readonly port: number
  behaviour: FtpBehaviour
  password: string
  /** False: the user may only read. */
  writable: boolean
  /** Commands that its user may not use, and commands that it does not know. */
  denied: readonly string[]
  unknown: readonly string[]
  /** Changes a reply before it is sent; `verb`: the command, empty for the greeting. */
  change: (reply: string, verb: string) => string
  /** Sends each byte of its replies by itself. */
  in_pieces: boolean
  /** False: the name of a file has to be free. */
  overwrites: boolean
  /** Whether a file may have this path. */
  takes: (path: string) => boolean
  /** Removes all files and folders. */
  empty(): void
  /** Files by absolute path. */
  readonly files: ReadonlyMap<string, Buffer>
  readonly folders: ReadonlySet<string>
  stop(): Promise<void>
}

export type FtpPeerOptions = {
  host?: string
  port?: number
  username: string
  password: string
  /** The first and the last port of data connections; any by default. */
  passive_ports?: readonly [from: number, to: number]
}

/** Starts the server; resolves when it listens. */
export async function startFtpPeer({
  host = '127.0.0.1',
  port = 0,
  username,
  password,
  passive_ports = [0, 0],
}: FtpPeerOptions): Promise<FtpPeer> {
  let data_port = passive_ports[0]
  const files = new Map<string, Buffer>()
  const folders = new Set(['/'])
  const open = new Set<Socket | Server>()
  const server = await listen(port, host, (socket) => serve(socket))
  const at = portOf(server)
  const peer: FtpPeer = {
    url: `ftp://${host}:${at}`,
    port: at,
    behaviour: 'answers',
    password,
    writable: true,
    denied: [],
    unknown: [],
    change: (reply) => reply,
    in_pieces: false,
    overwrites: true,
    takes: () => true,
    empty() {
      files.clear()
      folders.clear()
      folders.add('/')
    },
    files,
    folders,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const one of open)
          if ('destroy' in one) one.destroy()
          else one.close()
      }),
  }
  return peer

  function serve(control: Socket): void {
    open.add(control.on('error', () => undefined).on('close', () => open.delete(control)))
    if (peer.behaviour === 'hangs') return
    if (peer.behaviour === 'cuts') return void control.destroy()
    let asked = ''
    const say = (line: string) => {
      const reply = Buffer.from(`${peer.change(line, asked)}\r\n`)
      if (!peer.in_pieces) return void control.write(reply)
      for (const byte of reply) control.write(Buffer.of(byte))
    }
    const state = {
      user: '',
      in: false,
      folder: '/',
      from: '',
      data: undefined as Promise<Socket> | undefined,
    }
    const pathOf = (name: string) => posix.resolve(state.folder, name)
    const free: Record<string, (rest: string) => void> = {
      USER: (rest) => ((state.user = rest), say('331 Password please')),
      PASS: (rest) => {
        state.in = state.user === username && rest === peer.password
        say(state.in ? '230 Welcome' : '530 Login incorrect')
      },
      FEAT: () => say('211-Features\r\n EPSV\r\n SIZE\r\n UTF8\r\n211 End'),
      OPTS: () => say('200 UTF8 it is'),
      AUTH: () => say('502 No encryption here'),
      QUIT: () => (say('221 Bye'), control.end()),
      NOOP: () => say('200 Yes'),
    }
    const inside: Record<string, (rest: string) => void | Promise<void>> = {
      PWD: () => say(`257 "${state.folder}" is where you are`),
      TYPE: () => say('200 Binary'),
      STRU: () => say('200 Files'),
      CWD: (rest) => {
        if (!folders.has(pathOf(rest))) return say('550 No such folder')
        state.folder = pathOf(rest)
        say('250 There')
      },
      MKD: (rest) => {
        const path = pathOf(rest)
        if (!peer.writable || folders.has(path) || !folders.has(posix.dirname(path)))
          return say('550 Not made')
        folders.add(path)
        say(`257 "${path}" made`)
      },
      RMD: (rest) => {
        const path = pathOf(rest)
        const empty = path !== '/' && ![...files.keys(), ...folders].some((one) => one.startsWith(`${path}/`))
        say(peer.writable && empty && folders.delete(path) ? '250 Removed' : '550 Not removed')
      },
      EPSV: async () => say(`229 Here (|||${await passive(state)}|)`),
      PASV: async () => {
        const data = await passive(state)
        say(`227 Here (${host.replaceAll('.', ',')},${data >> 8},${data & 255})`)
      },
      SIZE: (rest) =>
        say(files.has(pathOf(rest)) ? `213 ${files.get(pathOf(rest))!.length}` : '550 No such file'),
      DELE: (rest) =>
        say(
          files.has(pathOf(rest)) && peer.writable
            ? (files.delete(pathOf(rest)), '250 Removed')
            : '550 Not removed',
        ),
      RNFR: (rest) =>
        say(files.has(pathOf(rest)) ? ((state.from = pathOf(rest)), '350 To where?') : '550 No such file'),
      RNTO: (rest) => {
        files.set(pathOf(rest), files.get(state.from) ?? Buffer.alloc(0))
        files.delete(state.from)
        say('250 Renamed')
      },
      RETR: async (rest) => {
        const file = files.get(pathOf(rest))
        if (!file) return say('550 No such file')
        say('150 Coming')
        const data = await state.data
        data?.end(file, () => say('226 Done'))
      },
      STOR: async (rest) => {
        if (!peer.writable || !folders.has(posix.dirname(pathOf(rest)))) return say('550 Not allowed')
        if (!peer.takes(pathOf(rest))) return say('553 Prohibited file name')
        if (!peer.overwrites && files.has(pathOf(rest))) return say('553 File exists')
        say('150 Go on')
        const parts: Buffer[] = []
        const data = await state.data
        for await (const part of data ?? []) parts.push(part as Buffer)
        files.set(pathOf(rest), Buffer.concat(parts))
        if (peer.behaviour === 'full') return say('552 No room left')
        say('226 Done')
      },
    }
    let rest = ''
    control.on('data', (text) => {
      const lines = (rest + text.toString()).split(/\r?\n/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [, verb = '', given = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
        asked = verb
        const known = free[verb.toUpperCase()] ?? (state.in ? inside[verb.toUpperCase()] : undefined)
        if (peer.denied.includes(verb)) say('550 Permission denied')
        else if (known && !peer.unknown.includes(verb))
          void Promise.resolve(known(given)).catch(() => say('426 Broken off'))
        else say(state.in ? '502 Not here' : '530 Sign in first')
      }
    })
    say('220 The street has an FTP server')
  }

  /** Opens a data connection on its own port. */
  async function passive(state: { data: Promise<Socket> | undefined }): Promise<number> {
    let arrived: (socket: Socket) => void = () => undefined
    state.data = new Promise<Socket>((done) => (arrived = done))
    if (data_port++ >= passive_ports[1]) data_port = passive_ports[0]
    const proxy = await listen(data_port, host, (socket) => {
      open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)))
      open.delete(proxy)
      proxy.close()
      arrived(socket)
    })
    open.add(proxy)
    return portOf(proxy)
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const listen = (port: number, host: string, greet: (socket: Socket) => void): Promise<Server> =>
  new Promise((done, fail) => {
    const server = createServer(greet)
    server.once('error', fail).listen(port, host, () => done(server))
  })
