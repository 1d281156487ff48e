/**
 * The header (spec §2): sidebar toggle, breadcrumb, tools. On a phone the user
 * menu holds what does not fit. Long because each tool is a few lines of markup.
 */
import { useEffect, useState, type ReactNode } from 'react'
import { errorLog } from '#src/stores/error-log.ts'
import { drawerOpen } from '#src/stores/viewport.ts'
import { size, sizes, sidebarOpen, theme, themes } from '#src/stores/interface.ts'
import { session } from '#src/stores/session.ts'
import { useStore } from '#src/lib/store.ts'
import {
  BugIcon,
  ExpandIcon,
  GlobeIcon,
  KeyIcon,
  LogoutIcon,
  MenuFoldIcon,
  MenuUnfoldIcon,
  MonitorIcon,
  MoonIcon,
  SearchIcon,
  ShrinkIcon,
  SunIcon,
  TextSizeIcon,
} from '#src/ui/icons.tsx'
import type { MenuItem } from '#src/ui/menu/menu-item.ts'
import { Menu } from '#src/ui/menu/menu.tsx'
import { toast } from '#src/ui/toast.tsx'
import { personName } from '#src/core/people.ts'
import { useLanguage, useWords } from '#src/core/words.ts'
import { logout } from '#src/session/logout.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { chooseLanguage, chooseSize, chooseTheme } from '../actions/change-settings.ts'
import { overlay } from '../actions/overlay.ts'
import classes from './header.module.css'

const themeIcons = { light: <SunIcon />, dark: <MoonIcon />, system: <MonitorIcon /> }

export function Header({ open, narrow }: { open: boolean; narrow: boolean }) {
  const words = useWords('shell')
  const languageItems = useLanguageItems()
  const failures = useStore(errorLog).length
  const chosenSize = useStore(size)
  const chosenTheme = useStore(theme)
  return (
    <header className={classes['header']}>
      <Tool
        label={narrow ? words.menu.open : open ? words.menu.collapse : words.menu.expand}
        expanded={open}
        onClick={() => (narrow ? drawerOpen.update((now) => !now) : sidebarOpen.update((now) => !now))}
      >
        {open && !narrow ? <MenuFoldIcon /> : <MenuUnfoldIcon />}
      </Tool>
      <Breadcrumb />
      <div className={classes['tools']}>
        <button
          type="button"
          className={classes['search']}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => overlay.set('palette')}
        >
          <SearchIcon />
          <span>{words.header.search}</span>
          <kbd>Ctrl K</kbd>
        </button>
        {!narrow && failures > 0 && (
          <Tool label={words.header.errors(failures)} onClick={() => overlay.set('error_log')}>
            <BugIcon className={classes['bug']} />
            <span className={classes['badge']} data-count={failures > 99 ? '99+' : failures} />
          </Tool>
        )}
        {!narrow && <Fullscreen />}
        {!narrow && (
          <Menu
            label={words.header.size}
            className={classes['tool']}
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
            className={classes['tool']}
            button={<GlobeIcon />}
            items={languageItems}
          />
        )}
        <Menu
          label={words.header.theme}
          className={classes['tool']}
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
      className={classes['tool']}
      aria-label={label}
      aria-expanded={expanded}
      data-tip={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** Follows the browser, where Esc leaves fullscreen too. Without support it shows spec §2's warning. */
function Fullscreen() {
  const words = useWords('shell')
  const [full, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = () => {
    if (!document.fullscreenEnabled) return toast.warning(words.no_fullscreen)
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() =>
      toast.warning(words.no_fullscreen),
    )
  }
  return (
    <Tool label={full ? words.header.leave_fullscreen : words.header.fullscreen} onClick={toggle}>
      {full ? <ShrinkIcon /> : <ExpandIcon />}
    </Tool>
  )
}

function UserMenu({ narrow, languageItems }: { narrow: boolean; languageItems: MenuItem[] }) {
  const words = useWords('shell')
  const codes = useWords('codes')
  const { name, roles, introduction } = useStore(session)
  const shown = personName(name, words.people) || codes.role[roles[0] ?? 'admin']
  const items: MenuItem[] = [
    {
      kind: 'heading',
      label: (
        <>
          <strong>{shown}</strong>
          {introduction || roles.map((role) => codes.role[role]).join(' · ')}
        </>
      ),
    },
    { kind: 'separator' },
    {
      kind: 'item',
      label: words.user.change_password,
      icon: <KeyIcon />,
      onPick: () => overlay.set('change_password'),
    },
    ...(narrow
      ? [
          { kind: 'separator' as const },
          { kind: 'heading' as const, label: words.user.language },
          ...languageItems,
        ]
      : []),
    { kind: 'separator' },
    { kind: 'item', label: words.user.logout, icon: <LogoutIcon />, onPick: () => void logout() },
  ]
  return (
    <Menu
      label={`${words.header.user} ${shown}`}
      className={classes['user']}
      tip={false}
      button={
        <>
          <span className={classes['avatar']} data-letter={[...shown][0]?.toUpperCase()} />
          {!narrow && <span className={classes['name']}>{shown}</span>}
        </>
      }
      items={items}
    />
  )
}
