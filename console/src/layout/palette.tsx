/** Ctrl-K: every route and what the header can do, found by either script, English or pinyin initials. A combobox over a list. */
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { flatRows, rowsFor } from '../routes.tsx'
import { session } from '../stores/session.ts'
import { sizes, tabsOn, themes } from '../stores/interface.ts'
import { logout } from '../stores/logout.ts'
import { useStore } from '../lib/store.ts'
import {
  GlobeIcon,
  KeyIcon,
  ListIcon,
  LogoutIcon,
  MonitorIcon,
  SearchIcon,
  TextSizeIcon,
  type Icon,
} from '../ui/icons.tsx'
import { useWords } from '../words.ts'
import { chooseLanguage, chooseSize, chooseTheme } from './choices.ts'
import { overlay } from './overlays.ts'
import { findEntries, type Entry } from './palette-entries.ts'
import classes from './palette.module.css'

type Deed = Entry & { icon: Icon | undefined; hint: string; run: () => void }

export function Palette({ onClose }: { onClose: () => void }) {
  const words = useWords('shell').palette
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const found = findEntries(useDeeds(), query)
  const chosen = Math.min(at, found.length - 1)

  useEffect(() => {
    const before = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    document.getElementById(`${id}${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  function run(deed: Deed | undefined) {
    if (!deed) return
    onClose()
    deed.run()
  }

  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) setAt((chosen + step + found.length) % found.length)
    else if (event.key === 'Home' && query === '') setAt(0)
    else if (event.key === 'Enter') run(found[chosen])
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={classes['palette']}
      aria-label={words.title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={classes['query']}>
        <SearchIcon />
        <input
          type="text"
          role="combobox"
          aria-label={words.title}
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-activedescendant={found.length > 0 ? `${id}${chosen}` : undefined}
          aria-autocomplete="list"
          placeholder={words.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
      </div>
      <div className={classes['list']} role="listbox" id={`${id}list`} aria-label={words.title}>
        {(['pages', 'actions'] as const).map((group) => {
          const rows = found.filter((deed) => deed.group === group)
          if (rows.length === 0) return null
          return (
            <div key={group} role="group" aria-label={words[group]}>
              <div className={classes['group']} aria-hidden="true">
                {words[group]}
              </div>
              {rows.map((deed) => {
                const index = found.indexOf(deed)
                return (
                  <div
                    key={deed.id}
                    id={`${id}${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === chosen}
                    className={classes['row']}
                    onPointerMove={() => setAt(index)}
                    onClick={() => run(deed)}
                  >
                    {deed.icon && <deed.icon />}
                    <span>{deed.label}</span>
                    <small>{deed.hint}</small>
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
      {found.length === 0 && (
        <p className={classes['none']} role="status">
          {words.none}
        </p>
      )}
      <div className={classes['foot']} aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {words.hint_move}
        <kbd>Enter</kbd> {words.hint_open}
        <kbd>Esc</kbd> {words.hint_close}
      </div>
    </dialog>
  )
}

/** In one order: pages first, so that the index of a row is its place on the screen. */
function useDeeds(): Deed[] {
  const words = useWords('shell')
  const navigate = useNavigate()
  const { roles } = useStore(session)
  const tabsShown = useStore(tabsOn)
  return useMemo(() => {
    const pages = flatRows(rowsFor(roles)).flatMap((row): Deed[] =>
      row.page && row.title && row.keywords
        ? [
            {
              id: row.path,
              group: 'pages',
              label: words.routes[row.title],
              keywords: `${row.keywords} ${row.path.slice(1)}`,
              icon: row.icon,
              hint: row.path,
              run: () => void navigate(row.path),
            },
          ]
        : [],
    )
    const action = (id: string, label: string, keywords: string, icon: Icon, run: () => void): Deed => ({
      id,
      group: 'actions',
      label,
      keywords,
      icon,
      hint: '',
      run,
    })
    return [
      ...pages,
      ...(['zh', 'tw'] as const).map((one) =>
        action(
          `language-${one}`,
          words.palette.language(words.language_names[one]),
          `language yy yuyan ${one} jtzw ftzw`,
          GlobeIcon,
          () => void chooseLanguage(one),
        ),
      ),
      ...themes.map((one) =>
        action(
          `theme-${one}`,
          words.palette.theme(words.themes[one]),
          `theme zt zhuti ${one} ss qs shense qianse`,
          MonitorIcon,
          () => chooseTheme(one),
        ),
      ),
      ...sizes.map((one) =>
        action(
          `size-${one}`,
          words.palette.size(words.sizes[one]),
          `size dx daxiao ${one} jmdx`,
          TextSizeIcon,
          () => chooseSize(one),
        ),
      ),
      action(
        'tabs',
        tabsShown ? words.palette.tabs_off : words.palette.tabs_on,
        'tabs bql biaoqianlan fyl tags',
        ListIcon,
        () => tabsOn.set(!tabsShown),
      ),
      action('password', words.user.change_password, 'password xgmm mima bgmm', KeyIcon, () =>
        overlay.set('change_password'),
      ),
      action('logout', words.user.logout, 'logout tcdl tuichu dc dengchu', LogoutIcon, () => void logout()),
    ]
  }, [navigate, roles, tabsShown, words])
}
