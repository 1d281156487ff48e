/** Lines of OpenVPN's log and of its TLS library, word for word, and what they mean. */
import { expect, test } from 'vitest'
import tw from '#src/locales/tw/device/network.ts'
import zh from '#src/locales/zh/device/network.ts'
import { vpnCause } from '#src/pages/device/netwrok/vpn/vpn-cause.ts'

type Cause = keyof typeof zh.vpn.causes

test.each<[Cause, string]>([
  ['sign_in', 'AUTH: Received control message: AUTH_FAILED'],
  ['expired', 'VERIFY ERROR: depth=0, error=certificate has expired: CN=server, serial=1'],
  ['not_yet', 'VERIFY ERROR: depth=1, error=certificate is not yet valid: CN=ca, serial=1'],
  ['certificate', 'VERIFY ERROR: depth=1, error=self-signed certificate in certificate chain: CN=ca'],
  ['name', 'RESOLVE: Cannot resolve host address: vpn.example.com:1194 (Name or service not known)'],
  ['refused', 'read UDPv4 [ECONNREFUSED]: Connection refused (fd=3,code=111)'],
  ['route', 'write UDPv4: Network is unreachable (fd=3,code=101)'],
  ['keys', 'TLS Error: cannot locate HMAC in incoming packet from [AF_INET]192.0.2.1:1194'],
  ['keys', 'TLS Error: tls-crypt unwrapping failed from [AF_INET]192.0.2.1:1194'],
  [
    'silent',
    'TLS Error: TLS key negotiation failed to occur within 60 seconds (check your network connectivity)',
  ],
  ['silent', '[server] Inactivity timeout (--ping-restart), restarting'],
  ['file', 'Options error: Unrecognized option or missing or extra parameter(s) in parking.conf:7: xyz'],
])('%s: %s', (cause, line) => {
  expect(vpnCause(line, zh.vpn.causes)).toBe(zh.vpn.causes[cause])
  expect(vpnCause(line, tw.vpn.causes)).toBe(tw.vpn.causes[cause])
})

test('an unknown line has no sentence', () => expect(vpnCause('exit-code', zh.vpn.causes)).toBe(undefined))
