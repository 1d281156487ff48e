/** Answers of S3-compatible storages that write their XML in their own way. */
import { expect, test } from 'vitest'
import { anyStorage } from '#src/adapters/storage/any-storage.ts'
import { StorageError } from '#src/ports/storage-port.ts'
import { startRude } from './storage-servers.ts'

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** What entering a bucket comes to if the server answers this status and body. */
async function entered(status: string, body: string): Promise<string> {
  const answer = `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const door = await startRude((socket) => socket.on('data', () => void socket.write(answer)))
  const one = anyStorage({ allow_loopback: true, idle_ms: 3_000 }).open(
    {
      protocol: 4,
      endpoint: `http://127.0.0.1:${door.port}`,
      username: 'kerb',
      password: 'secret',
      directory: 'evidence',
    },
    () => undefined,
  )
  try {
    return await one.enter()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return `${error.step} ${error.reason}`
  } finally {
    one.close()
    await door.stop()
  }
}

test.each([
  ['200 OK', `${xml}<LocationConstraint xmlns="urn:a"/>`, 'there'],
  ['200 OK', `${xml}<ns2:LocationConstraint xmlns:ns2="urn:a">a</ns2:LocationConstraint>`, 'there'],
  ['200 OK', `${xml}<ListBucketResult xmlns="urn:a"><Name>evidence</Name></ListBucketResult>`, 'there'],
  ['200 OK', '<html><h1>Location</h1></html>', 'signin not_storage'],
  ['403 No', '<Error><Code>InvalidAccessKeyID</Code></Error>', 'signin signin'],
  ['403 No', '<Error><Code>AccountSuspended</Code></Error>', 'unknown'],
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
  ['403 No', '<Error><Code>SecondLevelDomainForbidden</Code></Error>', 'signin other'],
  ['507 Full', '<html/>', 'signin full'],
])('%s with %s: %s', async (status, body, outcome) => {
  expect(await entered(status, body)).toBe(outcome)
})
