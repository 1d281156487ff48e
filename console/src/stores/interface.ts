/**
 * The interface's settings (spec §2): sidebar, size and theme in cookies; tab bar and fixed header in
 * localStorage.
 */
import { createStore, type Store } from '../lib/store.ts'
import { readCookie, writeCookie } from '../lib/cookie.ts'

export const sizes = ['small', 'medium', 'large'] as const
export type Size = (typeof sizes)[number]
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const oneOf = <T extends string>(all: readonly T[], text: string | undefined, otherwise: T): T =>
  all.find((one) => one === text) ?? otherwise
const inBrowser = typeof document !== 'undefined'
const cookie = (name: 'size' | 'theme' | 'sidebarStatus'): string | undefined =>
  inBrowser ? readCookie(name) : undefined
const kept = (name: string): string | null => (inBrowser ? localStorage.getItem(name) : null)

/** Default medium (spec §2). */
export const size: Store<Size> = createStore(oneOf(sizes, cookie('size'), 'medium'))
export const theme: Store<Theme> = createStore(oneOf(themes, cookie('theme'), 'system'))
/**
 * Cookie '1' or '0', open by default. The drawer of a phone is not stored here, because the next desktop
 * visit would then start collapsed.
 */
export const sidebarOpen: Store<boolean> = createStore(cookie('sidebarStatus') !== '0')
/** The tab bar of visited views; off by default (spec §9). */
export const tabsOn: Store<boolean> = createStore(kept('tags-view') === '1')
/** Fixed header: on by default (spec §9). */
export const headerFixed: Store<boolean> = createStore(kept('fixed-header') !== '0')

/** Whether the helps of forms are unfolded; folded at first. */
export const helpsShown: Store<boolean> = createStore(false)

const darkSystem = inBrowser ? matchMedia('(prefers-color-scheme: dark)') : undefined

function schemeNow(): 'light' | 'dark' {
  const wanted = theme.get()
  return wanted === 'system' ? (darkSystem?.matches ? 'dark' : 'light') : wanted
}

/** Applies the settings to the document and writes changes back. Called once, before the first render. */
export function followInterface(): void {
  const root = document.documentElement
  const paint = () => {
    root.dataset['theme'] = schemeNow()
    root.dataset['size'] = size.get()
  }
  paint()
  size.subscribe(() => (writeCookie('size', size.get()), paint()))
  theme.subscribe(() => (writeCookie('theme', theme.get()), paint()))
  darkSystem?.addEventListener('change', paint)
  sidebarOpen.subscribe(() => writeCookie('sidebarStatus', sidebarOpen.get() ? '1' : '0'))
  tabsOn.subscribe(() => localStorage.setItem('tags-view', tabsOn.get() ? '1' : '0'))
  headerFixed.subscribe(() => localStorage.setItem('fixed-header', headerFixed.get() ? '1' : '0'))
}
