/**
 * Answers of platforms in every odd way that field reports name: codings, charsets, pages of proxies, early
 * answers, cut connections. The peer is a bare TCP server: each byte is as written.
 * Long because it is a table.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'

/** Serves each request, once it is read whole, by `answer`; counts connections and requests. */
export async function oddPeer(answer: (socket: Socket, nth: number, head: string) => void) {
  const seen = { connections: 0, requests: 0 }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    seen.connections += 1
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    let read = Buffer.alloc(0)
    socket.on('data', (part) => {
      read = Buffer.concat([read, part])
      const head = read.indexOf('\r\n\r\n')
      const text = read.subarray(0, head).toString()
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (head < 0 || read.length < head + 4 + length) return
      read = read.subarray(head + 4 + length)
      answer(socket, (seen.requests += 1), text)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/data`,
    seen,
    stop() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

export const good = '{"code":0,"message":"ok","data":{}}'
export const whole = (status: string, headers: string[], body: string | Buffer): Buffer => {
  const bytes = Buffer.from(body as string)
  const head = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head), bytes])
}
const coded = (coding: string, body: Buffer, status = '200 OK') =>
  whole(status, [`Content-Encoding: ${coding}`, 'Content-Type: application/json'], body)
const chunked = (...chunks: string[]) =>
  Buffer.from(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n' +
      [...chunks, ''].map((one) => `${Buffer.byteLength(one).toString(16)}\r\n${one}\r\n`).join(''),
  )
const chunkOf = (bytes: Buffer) => [`${bytes.length.toString(16)}\r\n`, bytes, '\r\n0\r\n\r\n']
const gbk = Buffer.from([0xb3, 0xb5, 0xc5, 0xc6]) // 车牌
export const page = (status: string) =>
  whole(status, ['Content-Type: text/html'], `<html><h1>${status}</h1></html>`)
const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const stop = Symbol('closes the connection')
/** An answer with these lines as its head, and the envelope, of 35 bytes. */
const headed = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines, '', good].join('\r\n')
const length = 'Content-Length: 35'
const zipped = gzipSync(good)

/** What the peer writes, in parts of a packet each, and the outcome; `info` must contain the text. */
export const odd_answers: Record<
  string,
  [said: (Buffer | string | typeof stop)[], kind: string, info?: string]
> = {
  plain: [[whole('200 OK', [], good)], 'accepted'],
  'HTTP/1.0, ended by closing': [['HTTP/1.0 200 OK\r\n\r\n', good, stop], 'accepted'],
  'chunks of one byte': [[chunked(...good)], 'accepted'],
  '100 Continue first': [['HTTP/1.1 100 Continue\r\n\r\n', whole('200 OK', [], good)], 'accepted'],
  '103 Early Hints first': [
    ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', whole('200 OK', [], good)],
    'accepted',
  ],
  '201 with an envelope': [[whole('201 Created', [], good)], 'accepted'],
  'UTF-8 mark': [[whole('200 OK', [], `\ufeff${good}`)], 'accepted'],
  'UTF-16 with a mark': [[whole('200 OK', [], wide(good))], 'accepted'],
  'UTF-8 marks of two files': [[whole('200 OK', [], `\ufeff\ufeff${good}\ufeff`)], 'accepted'],
  'a zero at the end': [[whole('200 OK', [], `${good}\0`)], 'accepted'],
  'blanks and lines around': [[whole('200 OK', [], `\r\n\t${good}\n\n`)], 'accepted'],
  gzip: [[coded('gzip', gzipSync(good))], 'accepted'],
  'x-gzip, in capitals': [[coded('X-GZIP', gzipSync(good))], 'accepted'],
  'gzip with a mark inside': [[coded('gzip', gzipSync(`\ufeff${good}`))], 'accepted'],
  deflate: [[coded('deflate', deflateSync(good))], 'accepted'],
  'deflate without its wrapper': [[coded('deflate', deflateRawSync(good))], 'accepted'],
  br: [[coded('br', brotliCompressSync(good))], 'accepted'],
  zstd: [[coded('zstd', zstdCompressSync(good))], 'accepted'],
  'gzip twice': [[coded('gzip, gzip', gzipSync(gzipSync(good)))], 'accepted'],
  'gzip of the transfer': [
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n', gzipSync(good), stop],
    'accepted',
  ],
  'gzip of the transfer, in chunks': [
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n', ...chunkOf(gzipSync(good))],
    'accepted',
  ],
  'gzip of the transfer and of the content': [
    [
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
      ...chunkOf(gzipSync(gzipSync(good))),
    ],
    'accepted',
  ],
  'UTF-16 that the header names': [
    [whole('200 OK', ['Content-Type: application/json; charset=utf-16'], wide(good).subarray(2))],
    'accepted',
  ],
  'UTF-16 that nothing names': [[whole('200 OK', [], wide(good).subarray(2))], 'accepted'],
  'UTF-16 in the other order': [[whole('200 OK', [], wide(good).subarray(2).swap16())], 'accepted'],
  'UTF-32 with a mark': [
    [whole('200 OK', [], Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]))],
    'busy',
    'ff fe 00 00',
  ],
  identity: [[coded('identity', Buffer.from(good))], 'accepted'],
  'said to be gzip, but plain': [[coded('gzip', Buffer.from(good))], 'accepted'],
  'gzip, cut': [[coded('gzip', gzipSync(good).subarray(0, 20))], 'busy', '1f 8b 08'],
  'gzip, damaged': [[coded('gzip', Buffer.concat([gzipSync(good).subarray(0, 12), gbk]))], 'busy', '1f 8b'],
  // Servers that leave out or break the checksum: browsers, curl and node-fetch read them (node-fetch 139).
  'gzip without its checksum': [[coded('gzip', zipped.subarray(0, -8))], 'accepted'],
  'gzip with half of its checksum': [[coded('gzip', zipped.subarray(0, -4))], 'accepted'],
  'gzip and a line end': [[coded('gzip', Buffer.concat([zipped, Buffer.from('\r\n')]))], 'accepted'],
  'gzip in two members': [
    [coded('gzip', Buffer.concat([gzipSync(good.slice(0, 9)), gzipSync(good.slice(9))]))],
    'accepted',
  ],
  'deflate without its checksum': [[coded('deflate', deflateSync(good).subarray(0, -4))], 'accepted'],
  'gzip that is said to be deflate': [[coded('deflate', zipped)], 'accepted'],
  'deflate that is said to be gzip': [[coded('gzip', deflateSync(good))], 'accepted'],
  'a coding in quotes': [[coded('"gzip"', zipped)], 'accepted'],
  'a charset as the coding': [[coded('utf-8', Buffer.from(good))], 'accepted'],
  'said to be deflate, but plain': [[coded('deflate', Buffer.from(good))], 'accepted'],
  'gzip that is not said': [[whole('200 OK', [], gzipSync(good))], 'accepted'],
  'a coding without a name': [[coded('lzma', Buffer.from([0x5d, 0, 0, 1]))], 'busy', '5d 00 00 01'],
  'gzip of 4 MB': [[coded('gzip', gzipSync(Buffer.alloc(4_000_000, 0x20)))], 'silent'],
  'a refusal in gzip': [[coded('gzip', gzipSync('{"code":7001,"message":"no lot"}'))], 'refused', 'no lot'],
  'GBK that the header names': [
    [
      whole(
        '200 OK',
        ['Content-Type: application/json; charset=GBK'],
        Buffer.concat([Buffer.from('{"code":7001,"message":"'), gbk, Buffer.from('"}')]),
      ),
    ],
    'refused',
    '车牌',
  ],
  'GBK that nothing names': [
    [whole('200 OK', [], Buffer.concat([Buffer.from('{"code":7001,"message":"'), gbk, Buffer.from('"}')]))],
    'refused',
    '车牌',
  ],
  'a charset that does not exist': [
    [whole('200 OK', ['Content-Type: application/json; charset=klingon'], good)],
    'accepted',
  ],
  empty: [[whole('200 OK', [], '')], 'busy', 'HTTP 200'],
  '204 without a body': [['HTTP/1.1 204 No Content\r\n\r\n'], 'busy', 'HTTP 204'],
  'a page with 200': [[page('200 OK')], 'busy'],
  'a number as text': [[whole('200 OK', [], '{"code":"0"}')], 'busy'],
  'an envelope with text behind it': [[whole('200 OK', [], `${good}<!-- proxy -->`)], 'busy'],
  'two envelopes': [[whole('200 OK', [], `${good}${good}`)], 'busy'],
  'a list': [[whole('200 OK', [], `[${good}]`)], 'busy'],
  'busy by its code': [[whole('200 OK', [], '{"code":6000}')], 'busy'],
  'signed out by its code': [[whole('200 OK', [], '{"code":4000}')], 'signed_out'],
  'a redirect': [[whole('302 Found', ['Location: https://portal.test/'], '')], 'busy', 'HTTP 302'],
  '400 of nginx': [[page('400 Bad Request')], 'busy', 'HTTP 400'],
  '401 of a proxy': [[page('401 Unauthorized')], 'signed_out', 'HTTP 401'],
  '403 of a firewall': [[page('403 Forbidden')], 'busy', 'HTTP 403'],
  '404 of an ingress': [[whole('404 Not Found', [], '404 page not found\n')], 'busy', 'HTTP 404'],
  '404 in JSON of a gateway': [[whole('404 Not Found', [], '{"message":"no Route"}')], 'busy', 'no Route'],
  '405 of a proxy': [[page('405 Not Allowed')], 'busy', 'HTTP 405'],
  '407 of a proxy': [[page('407 Proxy Authentication Required')], 'busy'],
  '408 of HAProxy': [[page('408 Request Time-out')], 'busy'],
  '410 of a cache': [[page('410 Gone')], 'busy'],
  '413 of nginx': [[page('413 Request Entity Too Large')], 'refused', 'HTTP 413'],
  '421 of a balancer': [[page('421 Misdirected Request')], 'busy'],
  '429 of a gateway': [[page('429 Too Many Requests')], 'busy'],
  '400 with an envelope': [
    [whole('400 Bad Request', [], '{"code":1000,"message":"bad"}')],
    'refused',
    'HTTP 400',
  ],
  '404 with an envelope': [[whole('404 Not Found', [], '{"code":7002}')], 'refused'],
  // Gateways and Kubernetes answer in JSON with the status as the code (Status of its API, Kong, Spring).
  '404 of a gateway with a code': [
    [whole('404 Not Found', [], '{"kind":"Status","code":404,"reason":"NotFound"}')],
    'busy',
  ],
  '403 of a firewall with a code': [[whole('403 Forbidden', [], '{"code":403,"message":"WAF"}')], 'busy'],
  '405 of a gateway with a code': [[whole('405 No', [], '{"code":405}')], 'busy'],
  '200 with the code 503 of a gateway': [
    [whole('200 OK', [], '{"code":503,"msg":"service not found"}')],
    'busy',
    'service not found',
  ],
  '200 with the code 429 of a gateway': [[whole('200 OK', [], '{"code":429,"msg":"slow"}')], 'busy'],
  '200 with the code 401 of a gateway': [[whole('200 OK', [], '{"code":401,"msg":"void"}')], 'signed_out'],
  '200 with the code 500': [[whole('200 OK', [], '{"code":500,"message":"no lot"}')], 'refused', 'no lot'],
  '200 with the code 404': [[whole('200 OK', [], '{"code":404,"message":"no lot"}')], 'refused', 'no lot'],
  '400 with its status as the code': [[whole('400 Bad Request', [], '{"code":400}')], 'refused'],
  '511 of a portal': [[page('511 Network Authentication Required')], 'busy', 'HTTP 511'],
  'a code that is no whole number': [[whole('200 OK', [], '{"code":0.5}')], 'busy'],
  'a code beyond all numbers': [[whole('200 OK', [], '{"code":1e999}')], 'busy'],
  '409 with an envelope that says busy': [[whole('409 Conflict', [], '{"code":6000}')], 'busy'],
  '500 with an envelope': [[whole('500 Oops', [], '{"code":7001}')], 'busy'],
  '502 of nginx': [[page('502 Bad Gateway')], 'busy'],
  '503, cut in its page': [
    ['HTTP/1.1 503 No\r\nContent-Length: 500\r\n\r\n<html>', stop],
    'busy',
    'HTTP 503',
  ],
  '413, cut in its page': [['HTTP/1.1 413 Big\r\nContent-Length: 500\r\n\r\n<html>', stop], 'refused'],
  '200, cut in its envelope': [['HTTP/1.1 200 OK\r\nContent-Length: 35\r\n\r\n{"code":0,', stop], 'silent'],
  'cut in a chunk': [
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n23\r\n{"code":0', stop],
    'silent',
  ],
  'cut in the head': [['HTTP/1.1 200 OK\r\nContent-', stop], 'silent'],
  'cut before the head': [[stop], 'silent'],
  'longer than it said': [['HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"code":0} , more'], 'accepted'],
  'two lengths': [[`HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 35\r\n\r\n${good}`], 'silent'],
  // RFC 9112, section 6.3: chunks count, and lengths that agree are one.
  'a length and chunks': [
    [`HTTP/1.1 200 OK\r\nContent-Length: 35\r\nTransfer-Encoding: chunked\r\n\r\n23\r\n${good}\r\n0\r\n\r\n`],
    'accepted',
  ],
  'one length twice': [[headed(length, length)], 'accepted'],
  'one length as a list': [[headed('Content-Length: 35, 35')], 'accepted'],
  'no transfer coding by name': [[headed('Transfer-Encoding: identity', length)], 'accepted'],
  'an empty length': [[headed('Content-Length:'), stop], 'accepted'],
  // A length in signs instead of bytes, or with a line end that was cut off.
  'shorter than it said, and whole': [[headed('Content-Length: 37'), stop], 'accepted'],
  'shorter than it said, and open': [[headed('Content-Length: 37')], 'accepted'],
  'chunks without the last one': [
    [`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n23\r\n${good}\r\n`, stop],
    'accepted',
  ],
  // Old Apache and Tomcat write the size with blanks.
  'chunks with blanks behind the size': [
    [`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n23  \r\n${good}\r\n0   \r\n\r\n`],
    'accepted',
  ],
  'a field on two lines': [[headed('X-A: a', '  b', length)], 'accepted'],
  'a line that is no field': [[headed('X', 'X A: 1', length)], 'accepted'],
  'a blank before the colon': [[headed('Content-Length : 35')], 'accepted'],
  'a sign that no field may have': [[headed('X-A: a\u0001b', length)], 'accepted'],
  'lines that end with LF': [[headed(length).replaceAll('\r', '')], 'accepted'],
  'HTTP/2 in its first line': [[headed(length).replace('1.1', '2')], 'accepted'],
  'a head byte by byte': [[...headed(length)], 'accepted'],
  '102 Processing twice': [
    ['HTTP/1.1 102 Processing\r\n\r\n'.repeat(2), whole('200 OK', [], good)],
    'accepted',
  ],
  'another protocol is offered': [
    [whole('200 OK', ['Upgrade: h2,h2c', 'Connection: Upgrade'], good)],
    'accepted',
  ],
  'frames of HTTP/2': [[Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])], 'silent'],
  'another protocol': [['SSH-2.0-OpenSSH_9.2p1\r\n'], 'silent'],
  'a head without an end': [[`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}`], 'silent'],
  'bytes of a picture': [
    [whole('200 OK', [], Buffer.from([0xff, 0xd8, 0xff, 0, 1]))],
    'busy',
    'ff d8 ff 00 01',
  ],
}

/** Writes the parts of a row, each in a packet of its own. */
export function sayParts(socket: Socket, said: (typeof odd_answers)[string][0]): void {
  socket.setNoDelay(true)
  for (const one of said) {
    if (one === stop) socket.end()
    else socket.write(one)
  }
}
