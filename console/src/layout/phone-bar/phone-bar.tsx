/**
 * The links at the bottom of a phone screen: home, events, cameras and check desk, as far as the user may
 * open them, and the whole menu.
 */
import { useLayoutEffect, useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { useWords } from '#src/core/words.ts'
import { useStore } from '#src/lib/store.ts'
import { flatRows, rowsFor } from '#src/routes.tsx'
import { session } from '#src/stores/session.ts'
import { drawerOpen } from '#src/stores/viewport.ts'
import { CameraIcon, CarIcon, CheckListIcon, GaugeIcon, MenuUnfoldIcon } from '#src/ui/icons.tsx'
import styles from './phone-bar.module.css'

const links = [
  { name: 'home', to: '/dashboard', icon: GaugeIcon },
  { name: 'events', to: '/business/data/parking', icon: CarIcon },
  { name: 'cameras', to: '/business/sceneConfig', icon: CameraIcon },
  { name: 'check', to: '/business/data/manual?tab=check', icon: CheckListIcon },
] as const

export function PhoneBar({ open }: { open: boolean }) {
  const words = useWords('shell').phone_bar
  const { pathname } = useLocation()
  const { roles } = useStore(session)
  const allowed = useMemo(() => flatRows(rowsFor(roles)).map(({ path }) => path), [roles])
  // Elements floating at the bottom make room for the bar (theme/base.css). A root attribute, as for the
  // editor.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['phoneBar'] = ''
    return () => void delete dataset['phoneBar']
  }, [])
  return (
    <nav className={styles.bar} aria-label={words.label}>
      {links
        .filter(({ to }) => allowed.includes(to.split('?')[0] ?? ''))
        .map(({ name, to, icon: Icon }) => (
          <Link
            key={name}
            to={to}
            className="plain"
            aria-current={to.split('?')[0] === pathname ? 'page' : undefined}
          >
            <Icon />
            {words[name]}
          </Link>
        ))}
      <button
        type="button"
        className="plain"
        aria-expanded={open}
        onClick={() => drawerOpen.update((now) => !now)}
      >
        <MenuUnfoldIcon />
        {words.more}
      </button>
    </nav>
  )
}
