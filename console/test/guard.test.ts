import { describe, expect, test } from 'vitest'
import {
  destinationOf,
  guard,
  loginFor,
  logoutTo,
  rolesAfter,
  safePath,
  type GuardSession,
} from '../src/navigation/guard.ts'

const signed_out: GuardSession = { token: false, roles: [] }
const holder: GuardSession = { token: true, roles: [] }
const admin: GuardSession = { token: true, roles: ['admin'] }
const stay = { kind: 'stay' }
const go = (to: string) => ({ kind: 'go', to })

describe('guard, spec §2', () => {
  test.each([
    ['a token at the login goes home', holder, '/login', '', go('/')],
    ['a token with roles at the login goes home', admin, '/login', '?redirect=/device/base', go('/')],
    ['a token without roles loads them', holder, '/dashboard', '', { kind: 'load' }],
    ['a token without roles loads them at an open path too', holder, '/auth-redirect', '', { kind: 'load' }],
    ['a token with roles stays', admin, '/dashboard', '', stay],
    ['a token with roles stays on an unknown path', admin, '/nowhere', '', stay],
    ['a signed-out user may see the login', signed_out, '/login', '?redirect=/x', stay],
    ['a signed-out user may see /auth-redirect', signed_out, '/auth-redirect', '', stay],
    ['a signed-out user goes to the login from the root', signed_out, '/', '', go('/login?redirect=/')],
    [
      'a signed-out user goes to the login from a page',
      signed_out,
      '/device/netwrok',
      '',
      go('/login?redirect=/device/netwrok'),
    ],
    [
      'the query is carried along',
      signed_out,
      '/business/data/parking',
      '?page=3&plate=%E7%B2%A4B',
      go('/login?redirect=/business/data/parking&page=3&plate=%E7%B2%A4B'),
    ],
    [
      'a redirect parameter of the page is not carried along',
      signed_out,
      '/dashboard',
      '?redirect=//evil.example',
      go('/login?redirect=/dashboard'),
    ],
    ['/login/ is another path', signed_out, '/login/x', '', go('/login?redirect=/login/x')],
    ['error pages need a token too', signed_out, '/404', '', go('/login?redirect=/404')],
  ])('%s', (_name, session, pathname, search, verdict) => {
    expect(guard(session, { pathname, search })).toEqual(verdict)
  })
})

describe('roles, spec §6', () => {
  const yes = <T>(data: T) => ({ answered: true as const, data })
  const no = { answered: false as const }
  test.each([
    ['base info fails: login', no, yes({ roles: ['admin'] }), undefined],
    ['base info and user info fail: login', no, no, undefined],
    ['no user info on this device: admin', yes({}), no, ['admin']],
    ['user info replaces admin', yes({}), yes({ roles: ['viewer'] }), ['viewer']],
    ['several roles', yes({}), yes({ roles: ['operator', 'viewer'] }), ['operator', 'viewer']],
    ['no roles: login', yes({}), yes({ roles: [] }), undefined],
    ['roles that are no array: login', yes({}), yes({ roles: 'admin' }), undefined],
    ['roles that are not there: login', yes({}), yes({ roles: undefined }), undefined],
  ])('%s', (_name, base, info, roles) => {
    expect(rolesAfter(base, info)).toEqual(roles)
  })
})

describe('redirects', () => {
  test.each([
    ['/dashboard', '/dashboard'],
    ['/business/data/parking?page=2#x', '/business/data/parking?page=2#x'],
    [null, '/'],
    ['', '/'],
    ['dashboard', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/a\\b', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/\tevil', '/'],
    ['/login', '/'],
    ['/login?redirect=/login', '/'],
    ['/loginx', '/loginx'],
  ])('%s leads to %s', (text, path) => {
    expect(safePath(text)).toBe(path)
  })

  test('the login returns to the guarded path with its query', () => {
    const to = loginFor({ pathname: '/business/data/parking', search: '?page=3&lot_no=A%261' })
    expect(destinationOf(to.slice('/login'.length))).toBe('/business/data/parking?page=3&lot_no=A%261')
  })

  test('the login returns to the guarded path with its hash', () => {
    const to = loginFor({ pathname: '/system/log', search: '?type=2', hash: '#top' })
    expect(to).toBe('/login?redirect=/system/log&type=2#top')
    expect(destinationOf('?redirect=/system/log&type=2', '#top')).toBe('/system/log?type=2#top')
  })

  test.each(['/login/', '/LOGIN'])('%s is another spelling of the login', (pathname) => {
    expect(guard({ token: false, roles: [] }, { pathname, search: '?a=1' })).toEqual({
      kind: 'go',
      to: '/login?a=1',
    })
    expect(guard({ token: true, roles: ['admin'] }, { pathname, search: '' })).toEqual({
      kind: 'go',
      to: '/',
    })
  })

  test('signing out keeps the full path', () => {
    expect(logoutTo('/business/data/parking?page=3')).toBe(
      '/login?redirect=%2Fbusiness%2Fdata%2Fparking%3Fpage%3D3',
    )
    expect(destinationOf(logoutTo('/business/data/parking?page=3').slice('/login'.length))).toBe(
      '/business/data/parking?page=3',
    )
  })

  test('a path of another site redirects to the dashboard, and the rest of the query is kept', () => {
    expect(destinationOf('?redirect=//evil.example&a=1')).toBe('/?a=1')
    expect(destinationOf('')).toBe('/')
  })
})
