/**
 * The whitelist: which clients may access the console, and that users cannot lock themselves out by mistake.
 * Long because each rule is tried with each kind of address.
 */
import { BlockList, isIP } from 'node:net'
import { code, networkHas, networkText, parseNetwork } from '@parking/contract'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { openDevice, type Device } from '../device.ts'

describe('addresses and networks', () => {
  test.each([
    ['192.168.1.20', '192.168.1.20'],
    ['192.168.1.20/32', '192.168.1.20'],
    ['192.168.1.20/24', '192.168.1.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['10.1.2.3/9', '10.0.0.0/9'],
    ['::1', '::1'],
    ['::', '::'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8:0:1:0:0:0:1/64', '2001:db8:0:1::/64'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['fe80::/10', 'fe80::/10'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
  ])('%s is written %s', (typed, wanted) => expect(networkText(parseNetwork(typed)!)).toBe(wanted))

  test.each([
    '',
    ' ',
    'localhost',
    '192.168.1',
    '192.168.1.256',
    '192.168.01.1',
    '192.168.1.1/33',
    '192.168.1.1/-1',
    '192.168.1.1/08',
    '192.168.1.1/',
    '192.168.1.1/24/24',
    '1.2.3.4 ',
    '0x7f.1',
    '2130706433',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    'g::',
    '::1/129',
    'fe80::1%eth0',
    '::ffff:1.2.3',
    '::ffff:1.2.3.4/90',
    '[::1]',
    '1.2.3.4:80',
    '::1.2.3.4.5',
    '1:2:3:4:5:6:7:1.2.3.4',
  ])('"%s" is neither an address nor a network', (typed) => expect(parseNetwork(typed)).toBeUndefined())

  const ipv4 = fc.ipV4()
  const ipv6 = fc.ipV6()
  const near = (address: string) => fc.oneof(fc.constant(address), address.includes(':') ? ipv6 : ipv4)

  test('agrees with Node on what is an address, and the normal form is the same address', () => {
    fc.assert(
      fc.property(
        fc.oneof(ipv4, ipv6, fc.string({ unit: fc.constantFrom(...'0123456789abcdef:./ '), maxLength: 20 })),
        (text) => {
          const read = text.includes('/') ? undefined : parseNetwork(text)
          if (!text.includes('/')) expect(read !== undefined).toBe(isIP(text) !== 0)
          if (!read) return
          const again = parseNetwork(networkText(read))
          expect(again).toEqual(read)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('agrees with Node on which addresses a network contains', () => {
    const cases = fc
      .oneof(
        fc.tuple(ipv4, fc.integer({ min: 0, max: 32 })),
        fc.tuple(
          ipv6.filter((text) => parseNetwork(text)?.bits === 128),
          fc.integer({ min: 0, max: 128 }),
        ),
      )
      .chain(([address, prefix]) => fc.tuple(fc.constant(address), fc.constant(prefix), near(address)))
    fc.assert(
      fc.property(cases, ([address, prefix, caller]) => {
        const network = parseNetwork(`${address}/${prefix}`)!
        const who = parseNetwork(caller)!
        if (who.bits !== network.bits) return
        const kind = network.bits === 32 ? 'ipv4' : 'ipv6'
        const list = new BlockList()
        list.addSubnet(address, prefix, kind)
        expect(networkHas(network, who)).toBe(list.check(networkText(who), kind))
        expect(networkHas(network, parseNetwork(address)!)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('on the device', () => {
  let box: Device
  afterEach(() => box.close())
  const json = { 'content-type': 'application/json' }
  const ask = (from: string, path = '/api/utils/ping', headers: Record<string, string> = {}) =>
    box.app.inject({
      method: 'POST',
      url: path,
      remoteAddress: from,
      headers: { ...json, ...headers },
      payload: '{}',
    })
  const callFrom = async (
    from: string,
    name: 'add_whitelist' | 'delete_whitelist',
    body: object,
    token: string,
  ) =>
    (
      await box.app.inject({
        method: 'POST',
        url: `/api/system/${name}`,
        remoteAddress: from,
        headers: { ...json, authorization: token },
        payload: JSON.stringify(body),
      })
    ).json() as { code: number; data: unknown }

  test('admits every client while it is empty, then only its entries, on every endpoint', async () => {
    box = await openDevice()
    const token = await box.tokenOf('admin')
    expect((await ask('203.0.113.9')).json().code).toBe(code.success)
    expect(
      (
        await box.call(
          'add_whitelist',
          {
            list: [
              { address: '192.0.2.77/24', comment: ' office ' },
              { address: '2001:DB8::/32', comment: '' },
            ],
          },
          token,
        )
      ).code,
    ).toBe(code.success)
    const { data } = await box.call('get_whitelist', {}, token)
    expect(data).toMatchObject({
      total: 2,
      caller: '127.0.0.1',
      list: [
        { address: '192.0.2.0/24', comment: 'office' },
        { address: '2001:db8::/32', comment: '' },
      ],
    })
    for (const from of [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '2001:db8::7',
      '127.0.0.1',
      '127.9.9.9',
      '::1',
      '::ffff:127.0.0.1',
    ])
      expect([from, (await ask(from)).json().code]).toEqual([from, code.success])
    for (const from of ['192.0.3.1', '2001:db9::1', '203.0.113.9']) {
      const answer = await ask(from)
      expect([from, answer.statusCode, answer.json().code]).toEqual([from, 403, code.permission_denied])
      // A header can be forged.
      expect(
        (
          await ask(from, '/api/utils/ping', {
            'x-forwarded-for': '127.0.0.1',
            forwarded: 'for=127.0.0.1',
            'x-real-ip': '127.0.0.1',
          })
        ).statusCode,
      ).toBe(403)
      for (const url of [
        '/api/user/login',
        '/vue-element-admin/user/info',
        '/media/x.jpg',
        '/healthz',
        '/assets/x.js',
        '/api/nothing',
      ])
        expect([url, (await ask(from, url)).statusCode]).toEqual([url, 403])
    }
    const page = await box.app.inject({
      url: '/dashboard',
      remoteAddress: '203.0.113.9',
      headers: { accept: 'text/html' },
    })
    expect(page.statusCode).toBe(403)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('203.0.113.9')
    expect(page.body).not.toMatch(/<script|style=/)
  })

  test('survives a restart', async () => {
    box = await openDevice()
    await box.call(
      'add_whitelist',
      { list: [{ address: '192.0.2.0/24', comment: '' }] },
      await box.tokenOf('admin'),
    )
    box = await box.restart()
    expect((await ask('203.0.113.9')).statusCode).toBe(403)
    expect((await ask('192.0.2.9')).statusCode).toBe(200)
  })

  test('reports a bad line by its index and stores nothing of the list', async () => {
    box = await openDevice()
    const token = await box.tokenOf('admin')
    const add = (...addresses: string[]) =>
      box.call('add_whitelist', { list: addresses.map((address) => ({ address, comment: '' })) }, token)
    expect(await add('192.0.2.1', 'office', '192.0.2.300')).toMatchObject({
      code: code.format_error,
      data: [
        { field: 'list.1.address', issue: 'network' },
        { field: 'list.2.address', issue: 'network' },
      ],
    })
    expect(await add('192.0.2.1', '192.0.2.1/32', '10.0.0.1/8', '10.2.0.0/8')).toMatchObject({
      code: code.duplicate,
      data: {
        issues: [
          { field: 'list.1.address', issue: 'duplicate' },
          { field: 'list.3.address', issue: 'duplicate' },
        ],
      },
    })
    expect((await box.call('get_whitelist', {}, token)).data.total).toBe(0)
    expect((await add('192.0.2.1')).code).toBe(code.success)
    expect(await add('192.0.2.1')).toMatchObject({ code: code.duplicate })
    for (let at = 0; at < 2; at++)
      expect(
        (await add(...Array.from({ length: 499 }, (_, i) => `10.${at}.${i >> 8}.${i & 255}`))).code,
      ).toBe(code.success)
    expect(await add('10.9.0.1', '10.9.0.2')).toMatchObject({
      code: code.format_error,
      data: [{ field: 'list', issue: 'too_long', limit: 1000 }],
    })
  })

  test('refuses a list that would lock out its author until it is confirmed', async () => {
    box = await openDevice()
    const token = await box.tokenOf('admin')
    const from = '203.0.113.9'
    const other = { list: [{ address: '192.0.2.0/24', comment: '' }] }
    const shut_out = { code: code.failed, data: { issues: [{ field: 'list', issue: 'shut_out' }] } }
    expect(await callFrom(from, 'add_whitelist', other, token)).toMatchObject(shut_out)
    expect((await ask(from)).statusCode).toBe(200)
    expect(
      await callFrom(
        from,
        'add_whitelist',
        { list: [...other.list, { address: '203.0.113.0/28', comment: 'me' }] },
        token,
      ),
    ).toMatchObject({ code: code.success })
    expect(await callFrom(from, 'delete_whitelist', { list: ['203.0.113.0/28'] }, token)).toMatchObject(
      shut_out,
    )
    expect(await callFrom(from, 'delete_whitelist', { list: ['203.0.113.99/28'] }, token)).toMatchObject({
      code: code.not_found,
    })
    expect(await callFrom(from, 'delete_whitelist', { list: ['nobody'] }, token)).toMatchObject({
      code: code.format_error,
    })
    expect(
      await callFrom(from, 'delete_whitelist', { list: ['203.0.113.0/28'], confirmed: true }, token),
    ).toMatchObject({ code: code.success })
    expect((await ask(from)).statusCode).toBe(403)
    // The box itself can always correct the list; without entries every client is admitted.
    expect(await callFrom('127.0.0.1', 'delete_whitelist', { list: ['192.0.2.0/24'] }, token)).toMatchObject({
      code: code.success,
    })
    expect((await ask(from)).statusCode).toBe(200)
  })

  test('each change leaves an audit row, and refused clients are logged at intervals', async () => {
    box = await openDevice()
    const token = await box.tokenOf('admin')
    await box.call('add_whitelist', { list: [{ address: '192.0.2.0/24', comment: 'office' }] }, token)
    await box.call('delete_whitelist', { list: ['192.0.2.0/24'] }, token)
    const rows = (await box.call('log', { type: 2, page: 1, page_size: 10 }, token)).data.list.map(
      ({ audit }) => audit,
    )
    expect(rows).toMatchObject([
      { call: 'delete_whitelist', before: { '192.0.2.0/24': 'office' } },
      { call: 'add_whitelist', after: { '192.0.2.0/24': 'office' } },
    ])
    expect(rows[1]?.before).toBeUndefined()
    await box.call('add_whitelist', { list: [{ address: '192.0.2.0/24', comment: 'office' }] }, token)
    for (let i = 0; i < 20; i++) await ask('203.0.113.9')
    box.wait(600_000)
    await ask('203.0.113.9')
    const reported = (await box.call('log', { type: 1, page: 1, page_size: 10 }, token)).data.list.filter(
      (row) => row.what === 'turned_away',
    )
    expect(reported.map(({ facts }) => facts)).toMatchObject([
      { address: '203.0.113.9', times: 20 },
      { address: '203.0.113.9', times: 1 },
    ])
  })
})
