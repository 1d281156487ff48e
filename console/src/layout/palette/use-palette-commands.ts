/** The palette's entries: the pages that the user's roles allow, and the actions of header and user menu. */
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from '#src/lib/store.ts'
import type { RouteTitle } from '#src/navigation/route-row.ts'
import { flatRows, rowsFor } from '#src/routes.tsx'
import { sizes, tabsOn, themes } from '#src/stores/interface.ts'
import { logout } from '#src/session/logout.ts'
import { session } from '#src/stores/session.ts'
import {
  BugIcon,
  CameraIcon,
  CarIcon,
  ExpandIcon,
  GlobeIcon,
  KeyIcon,
  ListIcon,
  LogoutIcon,
  MonitorIcon,
  PulseIcon,
  RefreshIcon,
  ShieldIcon,
  TextSizeIcon,
  type Icon,
} from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { restartApplication } from '../actions/restart-application.ts'
import { chooseLanguage, chooseSize, chooseTheme } from '../actions/change-settings.ts'
import { overlay } from '../actions/overlay.ts'
import { toggleFullscreen } from '../header/use-fullscreen.ts'
import type { Entry } from './find-entries.ts'

export type PaletteCommand = Entry & { icon: Icon | undefined; hint: string; run: () => void }

/** Pages first, then actions, as in the list. */
export function usePaletteCommands(): PaletteCommand[] {
  const words = useWords('shell')
  const navigate = useNavigate()
  const { roles } = useStore(session)
  const tabsShown = useStore(tabsOn)
  const may_work = useMayWork()
  return useMemo(() => {
    const opens = (
      path: string,
      title: RouteTitle,
      keywords: string,
      icon: Icon | undefined,
    ): PaletteCommand => ({
      id: path,
      group: 'pages',
      label: words.routes[title],
      keywords: `${keywords} ${path.slice(1)}`,
      icon,
      hint: path,
      run: () => void navigate(path),
    })
    const pages = flatRows(rowsFor(roles)).flatMap((row): PaletteCommand[] =>
      row.page && row.title && row.keywords
        ? [
            opens(row.path, row.title, row.keywords, row.icon),
            ...(row.views ?? []).map((view) =>
              opens(`${row.path}?${view.search}`, view.title, view.keywords, view.icon),
            ),
          ]
        : [],
    )
    const action = (
      id: string,
      label: string,
      keywords: string,
      icon: Icon,
      run: () => void,
    ): PaletteCommand => ({
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
      ...(may_work
        ? [
            action(
              'add_camera',
              words.palette.add_camera,
              'add camera tjsxj tianjia xzsyj',
              CameraIcon,
              () => void navigate('/business/sceneConfig?add=onvif'),
            ),
            action(
              'business_mode',
              words.palette.business_mode,
              'mode ywms qhywms moshi',
              CameraIcon,
              () => void navigate('/business/sceneConfig?mode=switch'),
            ),
            action(
              'restart_application',
              words.palette.restart_application,
              'restart application cqfxcx chongqi cxqdfx',
              RefreshIcon,
              () => void restartApplication(),
            ),
            action(
              'export',
              words.palette.export_events,
              'export csv dctcsj daochu hctcsj',
              CarIcon,
              () => void navigate('/business/data/parking?export=open'),
            ),
          ]
        : []),
      action(
        'diagnose',
        words.palette.diagnose,
        'diagnose check yd yindao zd',
        PulseIcon,
        () => void navigate('/system/operation?tab=diagnose'),
      ),
      action(
        'fullscreen',
        words.header.fullscreen,
        'fullscreen qp quanping qym',
        ExpandIcon,
        toggleFullscreen,
      ),
      action('error_log', words.error_log.title, 'errors log cwrz cuowurizhi', BugIcon, () =>
        overlay.set('error_log'),
      ),
      action('sessions', words.user.sessions, 'sessions dlhh huihua', MonitorIcon, () =>
        overlay.set('sessions'),
      ),
      action('second_factor', words.user.second_factor, 'totp 2fa lbyz yanzheng', ShieldIcon, () =>
        overlay.set('second_factor'),
      ),
      action('password', words.user.change_password, 'password xgmm mima bgmm', KeyIcon, () =>
        overlay.set('change_password'),
      ),
      action('logout', words.user.logout, 'logout tcdl tuichu dc dengchu', LogoutIcon, () => void logout()),
    ]
  }, [navigate, roles, may_work, tabsShown, words])
}
