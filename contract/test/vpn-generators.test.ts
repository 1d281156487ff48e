/**
 * Client files as well-known generators write them, with keys and names replaced, after their documentation:
 * all are taken, but for the lines that nothing on a box could carry out, which are named.
 */
import { expect, test } from 'vitest'
import { readVpnConfig } from '../src/device/vpn-config.ts'

const pem = (kind: string) => `-----BEGIN ${kind}-----\nTUlJQg==\n-----END ${kind}-----`
const inline = (tag: string, kind = 'CERTIFICATE') => `<${tag}>\n${pem(kind)}\n</${tag}>`
const ca = inline('ca')
const pair = `${inline('cert')}\n${inline('key', 'PRIVATE KEY')}`
const static_key = (tag: string) => inline(tag, 'OpenVPN Static key V1')
const sign_in = 'auth-user-pass'
const usual = 'resolv-retry infinite\nnobind\npersist-key\npersist-tun'

/** Generator, file, and the issues: its line as text, and the kind. */
const files: readonly (readonly [string, string, ...(readonly [string, string])[]])[] = [
  [
    'OPNsense',
    `dev tun\npersist-tun\npersist-key\nclient\nresolv-retry infinite\nremote 192.0.2.1 1194 udp\nlport 0\n` +
      `verify-x509-name "C=NL, ST=ZH, L=Town, O=Example, emailAddress=a@b.example, CN=server" subject\n` +
      `remote-cert-tls server\ncomp-lzo no\n${ca}\n${pair}\n${static_key('tls-auth')}\nkey-direction 1\n`,
  ],
  [
    'OPNsense, instances',
    `client\ndev tun\npersist-tun\npersist-key\nauth SHA512\nremote vpn.example.com 1194 udp4\nlport 0\n` +
      `data-ciphers AES-256-GCM:CHACHA20-POLY1305\ndata-ciphers-fallback AES-256-GCM\n` +
      `remote-cert-tls server\n` +
      `reneg-sec 0\n${ca}\n${pair}\n${static_key('tls-crypt')}\n`,
  ],
  [
    'pfSense',
    `dev tun\npersist-tun\npersist-key\ndata-ciphers AES-256-GCM:AES-128-GCM:CHACHA20-POLY1305\n` +
      `data-ciphers-fallback AES-256-CBC\nauth SHA256\ntls-client\nclient\nresolv-retry infinite\n` +
      `remote vpn.example.com 1194 udp4\nnobind\nverify-x509-name "server" name\nremote-cert-tls server\n` +
      `explicit-exit-notify\n${ca}\n${pair}\nkey-direction 1\n${static_key('tls-auth')}\n`,
  ],
  [
    'pfSense, older, with a sign-in',
    `dev tun\npersist-tun\npersist-key\nncp-disable\ncipher AES-256-CBC\nauth SHA256\ntls-client\nclient\n` +
      `resolv-retry infinite\nremote vpn.example.com 443 tcp-client\nlport 0\n` +
      `verify-x509-name "server" name\n` +
      `${sign_in}\nns-cert-type server\ncomp-lzo adaptive\npasstos\n${ca}\n`,
    [sign_in, 'vpn_password'],
  ],
  [
    'Sophos',
    `client\ndev tun\nproto tcp\nverify-x509-name "C=gb, L=Town, O=Example, CN=fw.example.com"\n` +
      `route remote_host 255.255.255.255 net_gateway\n${usual}\n;can_save no\n;otp no\n` +
      `;run_logon_script no\n` +
      `;auto_connect\n${ca}\n${pair}\n${sign_in}\ncipher AES-128-CBC\nauth SHA256\ncomp-lzo yes\n` +
      `route-delay 4\nverb 3\nreneg-sec 0\nremote fw.example.com 8443\nip-win32 dynamic\n`,
    [sign_in, 'vpn_password'],
  ],
  [
    'openvpn-install',
    `client\nproto udp\nexplicit-exit-notify\nremote 192.0.2.1 1194\ndev tun\n${usual}\n` +
      `remote-cert-tls server\nverify-x509-name server_A1b2 name\nauth SHA256\nauth-nocache\n` +
      `cipher AES-128-GCM\nignore-unknown-option block-outside-dns\n` +
      `setenv opt block-outside-dns # Prevent Windows 10 DNS leak\ntls-client\ntls-version-min 1.2\n` +
      `tls-cipher TLS-ECDHE-ECDSA-WITH-AES-128-GCM-SHA256\nverb 3\n${ca}\n${pair}\n` +
      `${static_key('tls-crypt')}\n`,
  ],
  [
    'openvpn-install by road warriors',
    `client\ndev tun\nproto udp\nremote 192.0.2.1 1194\n${usual}\nremote-cert-tls server\nauth SHA512\n` +
      `ignore-unknown-option block-outside-dns\nverb 3\n${ca}\n${pair}\n${static_key('tls-crypt-v2')}\n`,
  ],
  [
    'PiVPN',
    `client\ndev tun\nproto udp\nremote vpn.example.com 1194\nresolv-retry infinite\nnobind\n` +
      `remote-cert-tls server\ntls-version-min 1.2\nverify-x509-name pi_1234 name\ncipher AES-256-CBC\n` +
      `auth SHA256\nauth-nocache\nverb 3\n${ca}\n${pair}\n${static_key('tls-crypt')}\n`,
  ],
  [
    'PiVPN with a locked key',
    `client\nremote vpn.example.com 1194\n${ca}\n${inline('cert')}\n` +
      `${inline('key', 'ENCRYPTED PRIVATE KEY')}\n`,
    ['<key>', 'vpn_password'],
  ],
  [
    'the sample of OpenVPN, with Debian accounts',
    `client\n;dev tap\ndev tun\n;dev-node MyTap\n;proto tcp\nproto udp\nremote my-server-1 1194\n` +
      `;remote my-server-2 1194\n;remote-random\nresolv-retry infinite\nnobind\nuser nobody\n` +
      `group nogroup\n` +
      `persist-key\npersist-tun\n;http-proxy-retry\nremote-cert-tls server\nca ca.crt\n` +
      `${pair}\ndata-ciphers-fallback AES-256-CBC\nverb 3\n;mute 20\n`,
    ['ca ca.crt', 'vpn_needs_file'],
  ],
  [
    'easy-rsa with inline files',
    `client\ndev tun\nproto udp\nremote vpn.example.com 1194\nresolv-retry infinite\nnobind\n` +
      `user openvpn\ngroup openvpn\nremote-cert-tls server\nkey-direction 1\n# by a script\n${ca}\n` +
      `${pair}\n` +
      `${static_key('tls-auth')}\n`,
  ],
  [
    'NordVPN',
    `client\ndev tun\nproto udp\nremote 192.0.2.1 1194\nresolv-retry infinite\nremote-random\nnobind\n` +
      `tun-mtu 1500\ntun-mtu-extra 32\nmssfix 1450\npersist-key\npersist-tun\nping 15\nping-restart 0\n` +
      `ping-timer-rem\nreneg-sec 0\ncomp-lzo no\nverify-x509-name CN=us1.example.com\n\n` +
      `remote-cert-tls server\n\n${sign_in}\nverb 3\npull\nfast-io\ncipher AES-256-CBC\nauth SHA512\n` +
      `${ca}\n` +
      `key-direction 1\n${static_key('tls-auth')}\n`,
    [sign_in, 'vpn_password'],
  ],
  [
    'Proton VPN, for Linux',
    `client\ndev tun\nproto udp\n\nremote 192.0.2.1 51820\nremote 192.0.2.1 80\nserver-poll-timeout 20\n\n` +
      `remote-random\nresolv-retry infinite\nnobind\n\ncipher AES-256-GCM\n\nsetenv CLIENT_CERT 0\n` +
      `tun-mtu 1500\nmssfix 0\npersist-key\npersist-tun\n\nreneg-sec 0\n\nremote-cert-tls server\n` +
      `${sign_in}\n\nscript-security 2\nup /etc/openvpn/update-resolv-conf\n` +
      `down /etc/openvpn/update-resolv-conf\n\n${ca}\n${static_key('tls-crypt')}\n`,
    [sign_in, 'vpn_password'],
    ['up /etc/openvpn/update-resolv-conf', 'vpn_directive'],
    ['down /etc/openvpn/update-resolv-conf', 'vpn_directive'],
  ],
  [
    'Access Server, signing in by itself',
    `# Automatically generated OpenVPN client config file\n` +
      `# OVPN_ACCESS_SERVER_PROFILE=box@example/AUTOLOGIN\n` +
      `setenv FORWARD_COMPATIBLE 1\nclient\nserver-poll-timeout 4\nnobind\n` +
      `remote vpn.example.com 1194 udp\n` +
      `remote vpn.example.com 443 tcp\ndev tun\ndev-type tun\nremote-cert-tls server\n` +
      `tls-version-min 1.2\nsetenv opt tls-version-min 1.0 or-highest\nreneg-sec 604800\nsndbuf 0\n` +
      `rcvbuf 0\n` +
      `# NOTE: LZO commands are pushed by the Access Server at connect time.\ncomp-lzo no\nverb 3\n` +
      `setenv PUSH_PEER_INFO\n\n${ca}\n${pair}\nkey-direction 1\n${static_key('tls-auth')}\n` +
      `## -----BEGIN RSA SIGNATURE-----\n## DIGEST:sha256\n## -----END RSA SIGNATURE-----\n`,
  ],
  [
    'Access Server, named for OpenVPN Connect',
    `client\ndev tun\nsetenv FRIENDLY_NAME "The car park"\nsetenv GENERIC_CONFIG 1\n` +
      `remote vpn.example.com 1194 udp\nremote vpn.example.com 443 tcp\npush-peer-info\n${ca}\n${pair}\n`,
  ],
  [
    'UniFi',
    `client\ndev tun\nproto tcp\nremote 192.0.2.1 1194\n${usual}\n${sign_in}\nremote-cert-tls server\n` +
      `cipher AES-256-CBC\ncomp-lzo no\nverb 3\nauth SHA1\nkey-direction 1\nreneg-sec 0\n` +
      `redirect-gateway def1\n${ca}\n`,
    [sign_in, 'vpn_password'],
  ],
  [
    'CloudConnexa',
    `client\ndev tun\nproto udp\nremote a.example.com 1194\nremote-cert-tls server\n` +
      `setenv GENERIC_CONFIG 1\n` +
      `setenv PROFILE_NAME "box"\nsetenv UV_ID 0a1b\npush-peer-info\ncipher AES-256-CBC\n${ca}\n` +
      `${inline('extra-certs')}\n${pair}\n${static_key('tls-crypt-v2')}\n`,
  ],
  [
    'Synology',
    `dev tun\ntls-client\n\nremote YOUR_SERVER_IP 1194\n\n# The "float" tells OpenVPN to accept packets\n` +
      `#float\n\n#redirect-gateway def1\n\n#dhcp-option DNS DNS_IP_ADDRESS\n\npull\n\nproto udp\n\n` +
      `script-security 2\n\ncomp-lzo\n\nreneg-sec 0\n\ncipher AES-256-CBC\n\ndata-ciphers 'AES-256-CBC'\n\n` +
      `auth SHA512\n\n${sign_in}\n${ca}\n`,
    [sign_in, 'vpn_password'],
  ],
  [
    'QNAP',
    `client\ndev tun\nscript-security 3\nremote nas.example.com 1194\nresolv-retry infinite\nnobind\n` +
      `auth-nocache\n${sign_in}\nremote-cert-tls server\nreneg-sec 0\ncipher AES-256-CBC\n` +
      `tls-cipher TLS-DHE-RSA-WITH-AES-256-GCM-SHA384\ncomp-lzo\nproto udp\nexplicit-exit-notify 1\n${ca}\n`,
    [sign_in, 'vpn_password'],
  ],
  [
    'MikroTik',
    `client\ndev tun\nproto tcp-client\nremote 192.0.2.1 1194\n${usual}\nverb 3\nremote-cert-tls server\n` +
      `cipher AES-256-GCM\nauth SHA256\npull\nroute 10.20.0.0 255.255.0.0\n${ca}\n${pair}\n`,
  ],
  [
    'ASUS',
    `remote home.example.com 1194\nfloat\nnobind\nproto udp\ndev tun\nsndbuf 0\nrcvbuf 0\nkeepalive 15 60\n` +
      `comp-lzo adaptive\nclient\nauth SHA1\ncipher AES-128-CBC\nncp-ciphers AES-128-GCM:AES-256-GCM\n` +
      `remote-cert-tls server\nns-cert-type server\n${ca}\n${pair}\nresolv-retry infinite\n`,
  ],
]
const lineOf = (text: string, line: string) => text.split('\n').indexOf(line) + 1

const rows = files.map(([generator, text, ...refused]) => ({ generator, text, refused }))

test.each(rows)('$generator', ({ text, refused }) => {
  const wanted = refused.map(([line, issue]) => ({ field: 'content', issue, limit: lineOf(text, line) }))
  for (const written of [text, text.replaceAll('\n', '\r\n')])
    expect(readVpnConfig(written).issues).toEqual(wanted)
  expect(readVpnConfig(text).remotes.length).toBeGreaterThan(0)
  // What the sentences ask for is enough: the named lines go, and the password is written into the file.
  const mended = refused.reduce((now, [line]) => now.replace(`${line}\n`, ''), text)
  const complete = `${mended}<auth-user-pass>\nbox-17\nhunter2\n</auth-user-pass>\n`
  if (!text.includes('ENCRYPTED')) expect(readVpnConfig(complete).issues).toEqual([])
})

test('a file of WireGuard is named as such, once', () => {
  const text =
    '[Interface]\nPrivateKey = 0000=\nAddress = 10.0.0.2/32\n\n[Peer]\nEndpoint = 192.0.2.1:51820\n'
  expect(readVpnConfig(text).issues).toEqual([{ field: 'content', issue: 'vpn_wireguard', limit: 1 }])
})
