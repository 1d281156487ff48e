/** A camera whose HTTP server writes raw bytes: heads that no library would write. */
import { createServer, type AddressInfo, type Socket } from 'node:net'

export type RawCamera = { url: string; requests: string[]; stop(): Promise<void> }

/** `answer` writes to the connection once the head of a request is complete; it may keep it open. */
export async function startRaw(answer: (socket: Socket, request: string) => void): Promise<RawCamera> {
  const sockets = new Set<Socket>()
  const requests: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (!text.includes('\r\n\r\n')) return
      requests.push(text)
      answer(socket, text)
      text = ''
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/snapshot`,
    requests,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
