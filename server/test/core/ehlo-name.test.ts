import { expect, test } from 'vitest'
import { ehloName } from '#src/core/outbound/ehlo-name.ts'

test('EHLO has a full name, else the address as a literal', () => {
  const of = (localAddress: string | undefined, name: string) => ehloName({ localAddress }, name)
  expect(of('10.1.2.3', 'box-7.parking.example.com')).toBe('box-7.parking.example.com')
  expect(of('10.1.2.3', 'parking-edge')).toBe('[10.1.2.3]')
  expect(of('10.1.2.3', 'localhost.localdomain')).toBe('[10.1.2.3]')
  expect(of('10.1.2.3', 'box.local')).toBe('[10.1.2.3]')
  expect(of('10.1.2.3', 'box_7.example.com')).toBe('[10.1.2.3]')
  expect(of('::ffff:10.1.2.3', 'box')).toBe('[10.1.2.3]')
  expect(of('fd00::7', 'box')).toBe('[IPv6:fd00::7]')
})
