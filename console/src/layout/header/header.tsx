/**
 * The header (spec §2): sidebar toggle, breadcrumb, tools. On a phone, tools that do not fit are in the user
 * menu. Long because each tool is a few lines of markup.
 */
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { errorLog } from '#src/stores/error-log.ts'
import { drawerOpen } from '#src/stores/viewport.ts'
import { size, sizes, sidebarOpen, theme, themes } from '#src/stores/interface.ts'
import { useStore } from '#src/lib/store.ts'
import {
  BugIcon,
  ExpandIcon,
  GlobeIcon,
  MenuFoldIcon,
  MenuUnfoldIcon,
  MonitorIcon,
  MoonIcon,
  SearchIcon,
  ShrinkIcon,
  SunIcon,
  TextSizeIcon,
  ManualIcon,
  WarnIcon,
} from '#src/ui/icons.tsx'
import type { MenuItem } from '#src/ui/menu/menu-item.ts'
import { Menu } from '#src/ui/menu/menu.tsx'
import { useLanguage, useWords } from '#src/core/words.ts'
import { useCall } from '#src/core/queries.ts'
import { useMayView } from '#src/forms/use-may.ts'
import { viewIn, type RouteRow } from '#src/navigation/route-row.ts'
import { trailOf } from '#src/routes.tsx'
import { chooseLanguage, chooseSize, chooseTheme } from '../actions/change-settings.ts'
import { overlay } from '../actions/overlay.ts'
import classes from './header.module.css'
import { toggleFullscreen, useFullscreen } from './use-fullscreen.ts'
import { UserMenu } from './user-menu.tsx'
import { useManualAddress } from './use-manual-address.ts'
import styles from './open-alarms.module.css'
import breadcrumb_styles from './breadcrumb.module.css'

const themeIcons = { light: <SunIcon />, dark: <MoonIcon />, system: <MonitorIcon /> }

export function Header({ open, narrow }: { open: boolean; narrow: boolean }) {
  const words = useWords('shell')
  const languageItems = useLanguageItems()
  const failures = useStore(errorLog).length
  const chosenSize = useStore(size)
  const chosenTheme = useStore(theme)
  const may_view = useMayView()
  return (
    <header className={`row gap-4 ${classes['header']}`}>
      <Tool
        label={narrow ? words.menu.open : open ? words.menu.collapse : words.menu.expand}
        expanded={open}
        onClick={() => (narrow ? drawerOpen.update((now) => !now) : sidebarOpen.update((now) => !now))}
      >
        {open && !narrow ? <MenuFoldIcon /> : <MenuUnfoldIcon />}
      </Tool>
      <Breadcrumb />
      <div className="row rigid gap-2">
        {may_view && <OpenAlarms narrow={narrow} />}
        <button
          type="button"
          className={`plain row note gap-8 pad-0-8 bordered round-6 on-subtle ${classes['search']}`}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => overlay.set('palette')}
        >
          <SearchIcon />
          <span>{words.header.search}</span>
          <kbd className="text-11 bordered round-4 on-card">Ctrl K</kbd>
        </button>
        {!narrow && failures > 0 && (
          <Tool label={words.header.errors(failures)} onClick={() => overlay.set('error_log')}>
            <BugIcon className="bad" />
            <span className={classes['badge']} data-count={failures > 99 ? '99+' : failures} />
          </Tool>
        )}
        {!narrow && <ManualLink />}
        {!narrow && <Fullscreen />}
        {!narrow && (
          <Menu
            label={words.header.size}
            className={`plain ${classes['tool']}`}
            button={<TextSizeIcon />}
            items={sizes.map((one) => ({
              kind: 'choice',
              label: words.sizes[one],
              chosen: one === chosenSize,
              onPick: () => chooseSize(one),
            }))}
          />
        )}
        {!narrow && (
          <Menu
            label={words.header.language}
            className={`plain ${classes['tool']}`}
            button={<GlobeIcon />}
            items={languageItems}
          />
        )}
        <Menu
          label={words.header.theme}
          className={`plain ${classes['tool']}`}
          button={themeIcons[chosenTheme]}
          items={themes.map((one) => ({
            kind: 'choice',
            label: words.themes[one],
            icon: themeIcons[one],
            chosen: one === chosenTheme,
            onPick: () => chooseTheme(one),
          }))}
        />
        <UserMenu narrow={narrow} languageItems={languageItems} />
      </div>
    </header>
  )
}

function useLanguageItems(): MenuItem[] {
  const words = useWords('shell')
  const language = useLanguage()
  return (['zh', 'tw'] as const).map((one) => ({
    kind: 'choice',
    label: words.language_names[one],
    lang: one === 'zh' ? 'zh-CN' : 'zh-TW',
    chosen: one === language,
    onPick: () => void chooseLanguage(one),
  }))
}

function Tool({
  label,
  expanded,
  onClick,
  children,
}: {
  label: string
  expanded?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={`plain ${classes['tool']}`}
      aria-label={label}
      aria-expanded={expanded}
      data-tip={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function Fullscreen() {
  const words = useWords('shell')
  const full = useFullscreen()
  return (
    <Tool label={full ? words.header.leave_fullscreen : words.header.fullscreen} onClick={toggleFullscreen}>
      {full ? <ShrinkIcon /> : <ExpandIcon />}
    </Tool>
  )
}

/** A link from a page of the console to its chapter of the manual, in a separate window. */
function ManualLink() {
  const { manual } = useWords('shell').header
  return (
    <a
      className={`plain ${classes['tool']}`}
      href={useManualAddress()}
      target="_blank"
      rel="noopener"
      aria-label={manual}
      data-tip={manual}
    >
      <ManualIcon />
    </a>
  )
}

/**
 * The alarm that costs bills first and the number of open alarms, linked to the alarm centre. Quiet while all
 * of them are acknowledged or silenced.
 */
function OpenAlarms({ narrow }: { narrow: boolean }) {
  const words = useWords('shell')
  const kinds = useWords('codes').alarm_kind
  // This call is ours; on a device without it nothing is shown.
  const { data } = useCall('/api/parking/alarms', { page: 1, page_size: 1, open: true }, { every: 15_000 })
  const first = data?.list[0]
  if (!data || data.open === 0 || !first) return null
  const name = [kinds[first.kind], first.name].filter(Boolean).join('：')
  const all = words.open_alarms(data.open)
  return (
    <Link
      className={`inline-row gap-6 text-13 bad bold pill on-bad icons-16 ${styles.alarms}`}
      to="/system/alarms"
      data-severity={data.loud > 0 ? first.severity : 'quiet'}
      title={all}
    >
      <WarnIcon />
      {data.loud > 0 && <span className={narrow ? 'visually-hidden' : 'ellipsis'}>{name}</span>}
      <b aria-hidden="true">{data.loud || data.open}</b>
      <span className="visually-hidden">，{all}</span>
    </Link>
  )
}

/**
 * The breadcrumb (the template of spec §2): the dashboard, then each
 * titled row down to this page; the last is plain text.
 */
function Breadcrumb() {
  const words = useWords('shell')
  const { pathname, search } = useLocation()
  const trail = trailOf(pathname).filter(
    (row): row is RouteRow & { title: NonNullable<RouteRow['title']> } => row.title !== undefined,
  )
  const may_view = useMayView()
  const home = may_view && trail[0]?.path !== '/dashboard'
  return (
    <nav aria-label={words.breadcrumb} className={`slim clip ${breadcrumb_styles['breadcrumb']}`}>
      <ol className="row text-14 nowrap">
        {home && (
          <li className="row slim">
            <Link to="/dashboard">{words.routes.dashboard}</Link>
          </li>
        )}
        {trail.map((row, index) => (
          <li key={row.path} className="row slim">
            {index === trail.length - 1 ? (
              <span aria-current="page">{words.routes[viewIn(row, search)?.title ?? row.title]}</span>
            ) : (
              <Link to={row.redirect ?? row.path}>{words.routes[row.title]}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
