import { expect, test } from 'vitest'
import { hostPortOf, registerUrl } from '../src/core/rules.ts'

test.each([
  ['ntp.example.com', { host: 'ntp.example.com', port: undefined }],
  ['192.0.2.1:1123', { host: '192.0.2.1', port: 1123 }],
  ['a:65535', { host: 'a', port: 65_535 }],
])('%s is a time server', (text, read) => expect(hostPortOf(text)).toEqual(read))
test.each([
  '',
  ':1',
  'a:',
  'a:0',
  'a:01',
  'a:65536',
  'a:b',
  'a:1:2',
  '::1',
  '-a',
  'a b',
  'http://a',
  '1.2.3',
  'a\n',
])('%j is not a time server', (text) => expect(hostPortOf(text)).toBeUndefined())

test.each([
  ['vpn.example.com', 'https://vpn.example.com/register'],
  ['vpn.example.com:8443', 'https://vpn.example.com:8443/register'],
  ['https://vpn.example.com/api/join', 'https://vpn.example.com/api/join'],
  ['http://127.0.0.1:18091/', 'http://127.0.0.1:18091/register'],
  ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443/register'],
])('%s means the registrar %s', (text, url) => expect(registerUrl(text)).toBe(url))
test.each(['', 'a b', 'ftp://a', 'https://u:p@a', 'a?q=1', 'a#b', 'a\\b', 'javascript:x', 'https://'])(
  '%j is not the address of a registrar',
  (text) => expect(registerUrl(text)).toBeUndefined(),
)
