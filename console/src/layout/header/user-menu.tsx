/** The user's menu (spec §2). On a phone it also holds the tools that do not fit in the header. */
import { useState } from 'react'
import { errorLog } from '#src/stores/error-log.ts'
import { session } from '#src/stores/session.ts'
import { useStore } from '#src/lib/store.ts'
import {
  BugIcon,
  ExpandIcon,
  KeyIcon,
  LogoutIcon,
  ManualIcon,
  MonitorIcon,
  ShieldIcon,
  ShrinkIcon,
} from '#src/ui/icons.tsx'
import type { MenuItem } from '#src/ui/menu/menu-item.ts'
import { Menu } from '#src/ui/menu/menu.tsx'
import { personName } from '#src/core/people.ts'
import { useWords } from '#src/core/words.ts'
import { logout } from '#src/session/logout.ts'
import { overlay } from '../actions/overlay.ts'
import classes from './header.module.css'
import { toggleFullscreen, useFullscreen } from './use-fullscreen.ts'
import { useManualAddress } from './use-manual-address.ts'

export function UserMenu({ narrow, languageItems }: { narrow: boolean; languageItems: MenuItem[] }) {
  const words = useWords('shell')
  const codes = useWords('codes')
  const { name, roles, introduction, avatar } = useStore(session)
  const failures = useStore(errorLog).length
  const full = useFullscreen()
  const manual = useManualAddress()
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
    {
      kind: 'item',
      label: words.user.sessions,
      icon: <MonitorIcon />,
      onPick: () => overlay.set('sessions'),
    },
    {
      kind: 'item',
      label: words.user.second_factor,
      icon: <ShieldIcon />,
      onPick: () => overlay.set('second_factor'),
    },
    ...(narrow
      ? [
          { kind: 'separator' as const },
          { kind: 'heading' as const, label: words.user.language },
          ...languageItems,
          { kind: 'separator' as const },
          {
            kind: 'item' as const,
            label: words.header.manual,
            icon: <ManualIcon />,
            onPick: () => window.open(manual, '_blank', 'noopener'),
          },
          {
            kind: 'item' as const,
            label: full ? words.header.leave_fullscreen : words.header.fullscreen,
            icon: full ? <ShrinkIcon /> : <ExpandIcon />,
            onPick: toggleFullscreen,
          },
          {
            kind: 'item' as const,
            label: words.header.errors(failures),
            icon: <BugIcon />,
            onPick: () => overlay.set('error_log'),
          },
        ]
      : []),
    { kind: 'separator' },
    { kind: 'item', label: words.user.logout, icon: <LogoutIcon />, onPick: () => void logout() },
  ]
  return (
    <Menu
      label={`${words.header.user} ${shown}`}
      className={`plain ${classes['user']}`}
      tip={false}
      button={
        <>
          <Avatar url={avatar} name={shown} />
          {!narrow && <span className="ellipsis text-14">{shown}</span>}
        </>
      }
      items={items}
    />
  )
}

/** The user's picture, or the first letter of the name if there is no picture or it does not load. */
function Avatar({ url, name }: { url: string; name: string }) {
  const [failed, setFailed] = useState(false)
  // The Content-Security-Policy allows pictures from this device only.
  const shown = /^(\/(?!\/)|data:image\/)/.test(url) && !failed
  if (shown)
    return (
      <img
        className={`center rigid text-13 bold circle ${classes['avatar']}`}
        src={url}
        alt=""
        onError={() => setFailed(true)}
      />
    )
  return (
    <span
      className={`center rigid text-13 bold circle ${classes['avatar']}`}
      data-letter={[...name][0]?.toUpperCase()}
    />
  )
}
