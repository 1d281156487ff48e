/**
 * The frame around every page (spec §2): sidebar, header, tabs, the page, and the overlays above it.
 * Long because every part that is downloaded later is named here.
 */
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { isInstalling, partIn } from '../install/install-steps.ts'
import { viewIn } from '../navigation/route-row.ts'
import { trailOf } from '../routes.tsx'
import { plannedRestart, lastRestart } from '../stores/planned-restart.ts'
import { takeRestartResult } from '../stores/restart-result.ts'
import { drawerOpen, mobile } from '../stores/viewport.ts'
import { headerFixed, sidebarOpen, tabsOn } from '../stores/interface.ts'
import { loadWords } from '../stores/language.ts'
import { passwordNeeded } from '../stores/password-needed.ts'
import { relogin } from '../stores/relogin.ts'
import { lazyPart } from '../lib/parts.ts'
import { useStore } from '../lib/store.ts'
import { useAfterPaint } from '../lib/use-after-paint.ts'
import { Confirms } from '../ui/dialog/confirm.tsx'
import { BarTitleProvider } from '../ui/page/page-header.tsx'
import { Tips } from '../ui/tip/tips.tsx'
import { durationText } from '../time/time.ts'
import { toast, Toasts } from '../ui/toast.tsx'
import { ShellUiWords } from './errors/session-unchecked.tsx'
import { useWords } from '../core/words.ts'
import { fetchSaveBar, unsaved_forms } from '../forms/save-bar/unsaved-forms.ts'
import { ConnectionLostBanner } from '../connection/connection-lost-banner.tsx'
import { fetchRestartOverlay } from '../connection/restart-overlay-chunk.ts'
import { Header } from './header/header.tsx'
import { overlay } from './actions/overlay.ts'
import { PhoneBar } from './phone-bar/phone-bar.tsx'
import { Sidebar } from './sidebar/sidebar.tsx'
import { TabBar } from './tabs/tab-bar.tsx'
import { TrialBar } from '../connection/trial-bar.tsx'
import { useFieldInAddress } from './use-field-in-address.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { Views } from './tabs/views.tsx'
import classes from './layout.module.css'

const Palette = lazyPart(() => import('./palette/palette.tsx').then((file) => file.Palette))
const ErrorLogDialog = lazyPart(() =>
  import('./errors/error-log-dialog.tsx').then((file) => file.ErrorLogDialog),
)
const ChangePassword = lazyPart(() =>
  import('../session/change-password.tsx').then((file) => file.ChangePassword),
)
const Sessions = lazyPart(() =>
  Promise.all([import('../session/sessions-dialog.tsx'), loadWords(['people'])]).then(
    ([file]) => file.SessionsDialog,
  ),
)
const SecondFactor = lazyPart(() =>
  Promise.all([import('../session/second-factor-dialog.tsx'), loadWords(['people'])]).then(
    ([file]) => file.SecondFactorDialog,
  ),
)
const ReloginDialog = lazyPart(() =>
  import('../session/relogin-dialog.tsx').then((file) => file.ReloginDialog),
)
const ConfirmPassword = lazyPart(() =>
  import('../session/confirm-password.tsx').then((file) => file.ConfirmPassword),
)
const fetchInstall = () =>
  Promise.all([import('../install/install-frame.tsx'), loadWords(['install', 'diagnose'])]).then(
    ([file]) => file,
  )
const InstallHead = lazyPart(() => fetchInstall().then((file) => file.InstallHead))
const InstallIndex = lazyPart(() => fetchInstall().then((file) => file.InstallIndex))
const InstallBar = lazyPart(() => fetchInstall().then((file) => file.InstallBar))
const SaveBarView = lazyPart(fetchSaveBar)
const RestartOverlay = lazyPart(() => fetchRestartOverlay().then((file) => file.RestartOverlay))

export function Layout() {
  const words = useWords('shell')
  // The same object as long as the language is the same, because every button and cell reads it.
  const narrow = useStore(mobile)
  const open = useStore(narrow ? drawerOpen : sidebarOpen)
  const tabs_on = useStore(tabsOn)
  const { pathname, search } = useLocation()
  const installing = isInstalling(pathname, search)
  const main = useRef<HTMLElement>(null)
  const title = useTitle()
  useNavigationReset(main)
  useRestartToast()
  useShortcuts()
  useFieldInAddress()

  return (
    <ShellUiWords>
      <a
        className={classes['skip']}
        href="#main"
        onClick={(event) => (event.preventDefault(), main.current?.focus())}
      >
        {words.skip}
      </a>
      <Progress />
      <Frame narrow={narrow} open={open} step={installing ? (partIn(search) ?? 'start') : undefined}>
        {!installing ? (
          <Sidebar open={open} narrow={narrow} />
        ) : (
          !narrow && (
            <Suspense fallback={<div />}>
              <InstallIndex />
            </Suspense>
          )
        )}
        {narrow && open && !installing && (
          <button
            type="button"
            className={`plain ${classes['mask']}`}
            aria-label={words.menu.close}
            onClick={() => drawerOpen.set(false)}
          />
        )}
        <div className={`flex column slim ${classes['body']}`} inert={narrow && open && !installing}>
          <div className={classes['top']} data-fixed={useStore(headerFixed) || undefined}>
            {installing ? (
              <Suspense fallback={<div className={classes['head_place']} />}>
                <InstallHead />
              </Suspense>
            ) : (
              <Header open={open} narrow={narrow} />
            )}
            {tabs_on && !installing && constant_parts.tabs}
          </div>
          <main id="main" ref={main} className={`grow slim ${classes['main']}`} tabIndex={-1}>
            <BarTitleProvider value={installing ? undefined : title}>{constant_parts.page}</BarTitleProvider>
          </main>
          {constant_parts.bars}
          {/* A step of the installation saves with the button that leads on. */}
          {!installing && constant_parts.save}
          {installing ? (
            <Suspense>
              <InstallBar />
            </Suspense>
          ) : (
            narrow && <PhoneBar open={open} />
          )}
        </div>
      </Frame>
      {constant_parts.overlays}
      <Toasts words={words.toasts} />
    </ShellUiWords>
  )
}

type FrameProps = { narrow: boolean; open: boolean; step: string | undefined; children: ReactNode }

/**
 * The page gets its new width after the paint that folds the sidebar, because a long list is laid out again
 * for it. No `data-open`: the browser would search the whole page for elements that other rules style by that
 * attribute.
 */
function Frame({ narrow, open, step, children }: FrameProps) {
  return (
    <div
      className={classes['frame']}
      data-mobile={narrow || undefined}
      data-side={useAfterPaint(open) ? 'open' : undefined}
      data-install={step}
    >
      {children}
    </div>
  )
}

/** Below the page, once a form has had unsaved changes. */
function SaveBarPlace() {
  const any = useStore(unsaved_forms).length > 0
  const [used, setUsed] = useState(any)
  if (any && !used) setUsed(true)
  return <Suspense>{used && <SaveBarView />}</Suspense>
}

/** Constant elements, so that they are not rendered again when the sidebar folds. */
const constant_parts = {
  tabs: <TabBar />,
  bars: (
    <>
      <TrialBar />
      <ConnectionLostBanner />
    </>
  ),
  page: <Views />,
  save: <SaveBarPlace />,
  overlays: (
    <>
      <Overlays />
      <Confirms />
      <Tips />
    </>
  ),
}

const close = () => overlay.set(undefined)

/** Dialogs that are downloaded when first opened. */
function Overlays() {
  const shown = useStore(overlay)
  const ended = useStore(relogin)
  const password_dialog = useStore(passwordNeeded)
  const restarting = useStore(plannedRestart) !== undefined
  const [palette_used, setPaletteUsed] = useState(false)
  if (shown === 'palette' && !palette_used) setPaletteUsed(true)
  return (
    <Suspense>
      {(shown === 'palette' || palette_used) && <Palette open={shown === 'palette'} onClose={close} />}
      {shown === 'error_log' && <ErrorLogDialog onClose={close} />}
      {shown === 'change_password' && <ChangePassword onClose={close} />}
      {shown === 'sessions' && <Sessions onClose={close} />}
      {shown === 'second_factor' && <SecondFactor onClose={close} />}
      {password_dialog && <ConfirmPassword answer={password_dialog.answer} />}
      {ended && <ReloginDialog answer={ended.answer} />}
      {restarting && <RestartOverlay />}
    </Suspense>
  )
}

/** Spec §2: '{route title} - WEB Admin', in the current language. Returns the route's title. */
function useTitle(): string | undefined {
  const words = useWords('shell')
  const { pathname, search } = useLocation()
  const row = trailOf(pathname).at(-1)
  const name = viewIn(row, search)?.title ?? row?.title
  const title = name && words.routes[name]
  useEffect(() => {
    document.title = title ? `${title} - ${words.app}` : words.app
  }, [title, words])
  return title
}

/** After a navigation to another path, scrolls to the top and moves the focus to the page. */
function useNavigationReset(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    drawerOpen.set(false)
    scrollTo(0, 0)
    // When the arrow keys move between the tabs, the focus stays there.
    if (!document.activeElement?.closest('[data-keeps-focus]')) main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}

/** A toast after a planned restart has ended, in this document or the previous one. */
function useRestartToast(): void {
  const back = useStore(lastRestart)
  const words = useWords('shell')
  useEffect(() => {
    const result = back ?? takeRestartResult()
    if (!result) return
    lastRestart.set(undefined)
    const { done, undone } = words.coming_back
    if (result.outcome === 'done')
      toast.success(done[result.why](durationText(result.seconds, words.time.units)))
    else if (result.why !== 'reboot') toast.error(undone[result.why])
  }, [back, words])
}

function Progress() {
  const busy = useNavigation().state !== 'idle'
  return <div className={classes['progress']} data-busy={busy || undefined} aria-hidden="true" />
}
