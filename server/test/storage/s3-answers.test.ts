/** Answers of S3-compatible storages that write their XML in their own way. */
import { expect, test } from 'vitest'
import { anyStorage } from '#src/adapters/storage/any-storage.ts'
import type { Resolve } from '#src/core/outbound/address.ts'
import { StorageError } from '#src/ports/storage-port.ts'
import { hash as hashOf } from '#src/storage/test-object.ts'
import { startRude } from './storage-servers.ts'

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'

const everywhere: Resolve = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
const open = (port: number, host = '127.0.0.1') =>
  anyStorage({ allow_loopback: true, idle_ms: 3_000, resolve: everywhere }).open(
    {
      protocol: 4,
      endpoint: `http://${host}:${port}`,
      username: 'kerb',
      password: 'secret',
      directory: 'evidence',
    },
    () => undefined,
  )
const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error
    return `${error.step} ${error.reason}`
  })

/** What entering a bucket comes to if the server answers this status and body. */
async function entered(status: string, body: string): Promise<unknown> {
  const answer = `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const door = await startRude((socket) => socket.on('data', () => void socket.write(answer)))
  const one = open(door.port)
  const outcome = await outcomeOf(one.enter())
  one.close()
  await door.stop()
  return outcome
}

const error = (code: string, message = '') =>
  `${xml}<Error><Code>${code}</Code><Message>${message}</Message></Error>`
const body = Buffer.from('plate')
const plate = { content_type: 'image/jpeg', length: 5, sha256: hashOf('sha256', body), body }
/** The clock of a server is far from ours. */
const far = 'Date: Mon, 02 Nov 2020 10:00:00 GMT'

test.each([
  ['200 OK', `${xml}<LocationConstraint xmlns="urn:a"/>`, 'there'],
  ['200 OK', `${xml}<ns2:LocationConstraint xmlns:ns2="urn:a">a</ns2:LocationConstraint>`, 'there'],
  ['200 OK', `${xml}<ListBucketResult xmlns="urn:a"><Name>evidence</Name></ListBucketResult>`, 'there'],
  ['200 OK', '<html><h1>Location</h1></html>', 'signin not_storage'],
  ['403 No', '<Error><Code>InvalidAccessKeyID</Code></Error>', 'signin signin'],
  ['403 No', '<Error><Code>AccountSuspended</Code></Error>', 'signin suspended'],
  ['400 No', '<Error><Code>IncorrectEndpoint</Code></Error>', 'bucket region'],
  ['301 Moved\r\nx-amz-bucket-region: eu-west-1', '', 'bucket region'],
  ['301 Moved\r\nLocation: https://portal.test/', '', 'signin not_storage'],
  ['507 Full', '<Error><Code>StorageFull</Code></Error>', 'signin full'],
  ['413 Large', '<html/>', 'signin full'],
  ['404 No', `${xml}<s3:Error xmlns:s3="urn:a"><s3:Code>NoSuchBucket</s3:Code></s3:Error>`, 'bucket bucket'],
  ['403 No', '<Error xmlns="urn:a"><Code type="a">RequestTimeTooSkewed</Code></Error>', 'signin clock'],
  ['403 No', '\ufeff<Error><Code>InvalidAccessKeyId</Code></Error>', 'signin signin'],
  ['403 No', '<Error><Code>AccessDenied</Code></Error>', 'unknown'],
  ['403 No', '<html>Forbidden</html>', 'signin denied'],
  ['301 Moved', '<Error><Code>PermanentRedirect</Code><Region>eu-west-1</Region></Error>', 'bucket region'],
  ['307 Moved', '<Error><Code>TemporaryRedirect</Code></Error>', 'bucket region'],
  ['503 Slow', '<Error><Code>SlowDown</Code></Error>', 'signin busy'],
  ['429 Slow', '', 'signin busy'],
  ['400 Slow', '<Error><Code>RequestTimeout</Code></Error>', 'signin busy'],
  ['500 Oh', '<Error><Code>InternalError</Code></Error>', 'signin busy'],
  ['502 Bad Gateway', '<html><h1>502 Bad Gateway</h1><hr>nginx</html>', 'signin busy'],
  ['504 Late', '', 'signin busy'],
  ['501 No', '<Error><Code>NotImplemented</Code></Error>', 'signin other'],
  [
    '403 No',
    error('SecondLevelDomainForbidden', 'Please use virtual hosted style to access.'),
    'bucket addressing',
  ],
  ['403 No', error('PathStyleDomainForbidden'), 'bucket addressing'],
  ['400 No', error('VirtualHostDomainRequired'), 'bucket addressing'],
  ['403 No', error('PublicEndpointForbidden'), 'bucket addressing'],
  ['404 No', error('NoSuchCustomDomain'), 'bucket addressing'],
  ['400 No', error('BucketAccelerateNotEnabled'), 'bucket addressing'],
  ['507 Full', '<html/>', 'signin full'],
  // Aliyun OSS, Garage, Cloudflare R2, Ceph, Huawei OBS and Backblaze name the cause in their own way.
  [
    '403 No',
    error('AccessDenied', 'The bucket must be addressed using the specified endpoint.'),
    'bucket region',
  ],
  ['403 No', error('AccessDenied', 'Forbidden: No such key: GK12'), 'signin signin'],
  ['403 No', error('AccessDenied', 'Forbidden: Invalid signature'), 'signin signin'],
  ['400 No', error('InvalidRequest', 'Bad request: Date is too old'), 'signin clock'],
  ['403 No', error('AccessDenied', 'Request has expired'), 'signin clock'],
  ['401 No', error('Unauthorized'), 'signin signin'],
  ['400 No', error('InvalidArgument', 'Credential access key has length 20, should be 32'), 'signin signin'],
  ['400 No', error('InvalidRegionName', "The region name 'cn' is not valid."), 'signin region'],
  ['403 No', error('UserSuspended'), 'signin suspended'],
  ['403 No', error('UserDisable'), 'signin suspended'],
  ['403 No', error('AbnormalBucketOwnerStatus'), 'signin suspended'],
  ['403 No', error('InArrearOrInsufficientBalance'), 'signin suspended'],
  ['403 No', error('NotSignedUp'), 'signin suspended'],
  ['403 No', error('AccountOverdue'), 'signin suspended'],
  ['451 No', error('UnavailableForLegalReasons'), 'signin suspended'],
  ['403 No', error('InvalidSecurityToken'), 'signin signin'],
  ['400 No', error('UserNetworkTooSlow'), 'signin busy'],
  ['429 No', error('ExceedBucketQPSLimit'), 'signin busy'],
  ['503 No', error('XMinioServerNotInitialized'), 'signin busy'],
  ['401 No', '{"error":"bad token"}', 'signin not_storage'],
  ['403 No', error('InsufficientStorageSpace'), 'signin full'],
  ['403 No', error('AccessDenied', 'Cannot upload files, storage cap exceeded.'), 'signin full'],
  [`403 No\r\n${far}`, error('AccessDenied'), 'signin clock'],
  [`400 No\r\n${far}`, error('InvalidRequest'), 'signin clock'],
  [`404 No\r\n${far}`, error('NoSuchBucket'), 'bucket bucket'],
  ['400 No', error('InvalidArgument', 'S3 API Requests must be made to API port.'), 'signin not_storage'],
  ['400 No', 'Client sent an HTTP request to an HTTPS server.\n', 'tls tls'],
  ['400 No', '<title>400 The plain HTTP request was sent to HTTPS port</title>', 'tls tls'],
])('%s with %s: %s', async (status, body, outcome) => {
  expect(await entered(status, body)).toBe(outcome)
})

// Aliyun, Tencent and Huawei refuse the path (lakeFS 3490, s3manager 82): the type S3 reaches them as well.
test('a storage that wants the bucket in the host name gets it there', async () => {
  const hosts: string[] = []
  const door = await startRude((socket) =>
    socket.on('data', (asked) => {
      const [, path = '', host = ''] = /^\w+ (\S+) [\s\S]*?\r\nhost: ([^:\r]+)/i.exec(asked.toString()) ?? []
      hosts.push(`${host} ${path}`)
      const good = host.startsWith('evidence.')
      const body = good ? `${xml}<LocationConstraint/>` : error('SecondLevelDomainForbidden')
      socket.write(
        `HTTP/1.1 ${good ? 200 : 403} A\r\nETag: "a"\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
    }),
  )
  const one = open(door.port, 'store.example.com')
  expect(await outcomeOf(one.enter())).toBe('there')
  await one.put('a.jpg', plate)
  expect(hosts).toEqual([
    'store.example.com /evidence?location',
    'evidence.store.example.com /?location',
    'evidence.store.example.com /a.jpg',
  ])
  one.close()
  await door.stop()
})

// An object of a bucket with a retention policy is written once: the answer to the first attempt was lost.
test.each([
  ['with the object', 5, undefined],
  ['with another one', 99, 'write other'],
])('a storage that lets no object be written twice, %s', async (_, length, outcome) => {
  const door = await startRude((socket) =>
    socket.on('data', (asked) => {
      const body = error('FileImmutable')
      if (asked.toString().startsWith('PUT'))
        socket.write(`HTTP/1.1 409 Conflict\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      if (asked.toString().startsWith('HEAD'))
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`)
    }),
  )
  const one = open(door.port)
  expect(await outcomeOf(one.put('a.jpg', plate))).toBe(outcome)
  one.close()
  await door.stop()
})

// Filen names it E-Tag; old gateways of Storj and others send none.
test.each([
  ['with the object', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', undefined],
  ['without it', 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n', 'write not_storage'],
  ['with another one', 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n', 'write not_storage'],
])('a storage that sends no ETag, %s', async (_, head, outcome) => {
  const door = await startRude((socket) =>
    socket.on('data', (asked) => {
      if (asked.toString().startsWith('PUT')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      if (asked.toString().startsWith('HEAD')) socket.write(head)
    }),
  )
  const one = open(door.port)
  expect(await outcomeOf(one.put('a.jpg', plate))).toBe(outcome)
  one.close()
  await door.stop()
})
