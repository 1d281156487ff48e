/**
 * Turns the route table into react-router's: the guard at the root, pages that are
 * downloaded with their dictionaries when they are first opened, redirects.
 */
import { createElement } from 'react'
import { createBrowserRouter, redirect, redirectDocument, type RouteObject } from 'react-router'
import { guard } from '../navigation/guard.ts'
import { Layout } from '../layout/layout.tsx'
import { PageBroken } from '../layout/errors/page-broken.tsx'
import { fetchPart } from '../lib/parts.ts'
import type { PageModule, RouteRow } from '../navigation/route-row.ts'
import { flatRows, homeOf, routes, rowsFor, shell_areas, trailOf } from '../routes.tsx'
import { lostPath } from '../stores/lost-path.ts'
import { readToken, session } from '../stores/session.ts'
import { loadSession } from '../session/sign-in.ts'
import { loadWords } from '../stores/language.ts'

/** Runs on every navigation. The login is a separate document, so going there is a document navigation. */
async function guardLoader({ request }: { request: Request }): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  const ask = () =>
    guard(
      { token: readToken() !== undefined, roles: session.get().roles },
      { pathname, search, hash: hashOf(pathname) },
    )
  let verdict = ask()
  if (verdict.kind === 'load') {
    const [signed_in] = await Promise.all([loadSession(), loadWords(shell_areas)])
    verdict = signed_in || !readToken() ? ask() : verdict
  } else await loadWords(shell_areas)
  if (verdict.kind === 'go') return redirectDocument(verdict.to)
  return mayOpen(pathname) ? null : redirect('/401')
}

/** The router's requests have no hash; only the document's own address has one to keep. */
const hashOf = (pathname: string): string => (pathname === location.pathname ? location.hash : '')

/** Whether these roles may open the path; paths outside the table are allowed. */
function mayOpen(pathname: string): boolean {
  const roles = session.get().roles
  return trailOf(pathname).length === 0 || trailOf(pathname, rowsFor(roles)).length > 0
}

/**
 * The loader downloads the page instead of `lazy`: after a failed `lazy`, react-router shows no error
 * boundary and never retries.
 */
function routeOf(row: RouteRow): RouteObject {
  const { page, redirect: to } = row
  if (!page)
    return {
      path: row.path,
      // The roles decide about the destination. Loaders run side by side: the guard's may still ask for them.
      loader: async ({ request }) => {
        if (readToken() && session.get().roles.length === 0) await loadSession()
        const home = homeOf(session.get().roles)
        return redirect((to && mayOpen(to) ? to : home) + new URL(request.url).search)
      },
    }
  let here: PageModule | undefined
  return {
    path: row.path,
    ErrorBoundary: PageBroken,
    loader: async ({ request }) => {
      const { searchParams } = new URL(request.url)
      await fetchPart(async () => {
        ;[here] = await Promise.all([here ?? page(), loadWords(row.words ?? [])])
        await here.ready?.(searchParams)
      })
      return null
    },
    Component: () => {
      if (!here) throw new Error(`The page ${row.path} is shown before it was loaded`)
      return createElement(here.default)
    },
  }
}

/** Spec §2: any other path redirects to /404; without a token to the login, which keeps the path. */
function lost({ request }: { request: Request }): Response {
  const { pathname, search } = new URL(request.url)
  const verdict = guard(
    { token: readToken() !== undefined, roles: [] },
    { pathname, search, hash: hashOf(pathname) },
  )
  if (verdict.kind === 'go') return redirectDocument(verdict.to)
  lostPath.set(readable(pathname))
  return redirect('/404')
}

function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

export const makeRouter = () =>
  createBrowserRouter([
    {
      path: '/auth-redirect',
      lazy: async () => ({ Component: (await import('../pages/auth-redirect/page.tsx')).default }),
    },
    {
      id: 'shell',
      loader: guardLoader,
      shouldRevalidate: () => true,
      Component: Layout,
      ErrorBoundary: PageBroken,
      children: [...flatRows(routes).map(routeOf), { path: '*', loader: lost }],
    },
  ])
