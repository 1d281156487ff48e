/**
 * The page. With the tab bar on, visited views stay mounted but hidden (React's Activity stops their effects,
 * so polls pause), with input and scroll position. Each view keeps the location it had when it was left;
 * refreshing or closing a tab discards its view.
 */
import { Activity, Component, useState, type ReactNode } from 'react'
import {
  UNSAFE_LocationContext as LocationContext,
  useLocation,
  useNavigationType,
  useOutlet,
  type Location,
} from 'react-router'
import { tabsOn } from '#src/stores/interface.ts'
import { refreshes, tabs } from '#src/navigation/tabs.ts'
import { logError } from '#src/stores/error-log.ts'
import { useStore } from '#src/lib/store.ts'
import { BrokenView } from '../errors/broken-view.tsx'

type Kept = { outlet: ReactNode; location: Location }

export function Views() {
  const outlet = useOutlet()
  const location = useLocation()
  const navigationType = useNavigationType()
  const keep = useStore(tabsOn)
  const open = useStore(tabs)
  const versions = useStore(refreshes)
  const [kept] = useState(() => new Map<string, Kept>())
  const path = location.pathname

  for (const old of kept.keys())
    if (old !== path && !(keep && open.some((tab) => tab.path === old))) kept.delete(old)
  kept.set(path, { outlet, location })

  return [...kept].map(([of, view]) => (
    <Activity key={`${of} ${versions[of] ?? 0}`} mode={of === path ? 'visible' : 'hidden'}>
      <LocationContext value={{ location: view.location, navigationType }}>
        <Boundary>{view.outlet}</Boundary>
      </LocationContext>
    </Activity>
  ))
}

/** A page that throws must not break the frame around it. */
class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown, info: { componentStack?: string | null }) {
    const first = info.componentStack?.trim().split('\n')[0] ?? ''
    logError({
      message: error instanceof Error ? error.message : String(error),
      info: `render ${first}`,
      ...(error instanceof Error && error.stack ? { stack: error.stack } : {}),
    })
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <BrokenView retry={() => this.setState({ error: undefined })} />
  }
}
