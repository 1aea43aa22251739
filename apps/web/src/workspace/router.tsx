// All routes of the workspace. API responses and emails link to them.
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { plainSearch } from '../shared/plain-search.ts'
import { later } from '../ui/later.tsx'
import { Layout } from './layout.tsx'
import { NotFound, RouteError } from './not-found.tsx'

type SearchParams = Readonly<Record<string, unknown>>
/** Picks text parameters of the URL, such as filters. Empty and other values become undefined. */
const texts = <const N extends readonly string[]>(params: SearchParams, names: N) =>
  Object.fromEntries(
    names.map((name) => [name, typeof params[name] === 'string' && params[name] !== '' ? params[name] : undefined]),
  ) as { [K in N[number]]?: string | undefined }

const shown = (load: () => Promise<{ default: unknown }>) => later(load as () => Promise<{ default: ComponentType }>)

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound, errorComponent: RouteError })
const page = <P extends string>(path: P) => ({ getParentRoute: () => root, path }) as const

const overview = createRoute({ ...page('/'), component: shown(() => import('./pages/overview/overview.tsx')) })
const pages = createRoute({
  ...page('/pages'),
  validateSearch: (params: SearchParams) => texts(params, ['intent']),
  component: shown(() => import('./pages/trust-pages/trust-pages.tsx')),
})
const onePage = createRoute({
  ...page('/pages/$slug'),
  validateSearch: (params: SearchParams) => texts(params, ['view', 'open']),
  component: shown(() => import('./pages/trust-pages/one-page.tsx')),
})
const requests = createRoute({
  ...page('/requests'),
  validateSearch: (params: SearchParams) => texts(params, ['direction', 'status', 'kind', 'q', 'intent']),
  component: shown(() => import('./pages/requests/requests.tsx')),
})
const oneRequest = createRoute({
  ...page('/requests/$id'),
  component: shown(() => import('./pages/requests/one-request.tsx')),
})
const evidence = createRoute({
  ...page('/evidence'),
  validateSearch: (params: SearchParams) => texts(params, ['status', 'kind', 'q', 'intent']),
  component: shown(() => import('./pages/evidence/evidence.tsx')),
})
const oneEvidence = createRoute({
  ...page('/evidence/$id'),
  component: shown(() => import('./pages/evidence/one-evidence.tsx')),
})
const vendors = createRoute({
  ...page('/vendors'),
  validateSearch: (params: SearchParams) => texts(params, ['tier', 'status', 'q', 'open', 'intent']),
  component: shown(() => import('./pages/vendors/vendors.tsx')),
})
const statements = createRoute({
  ...page('/statements'),
  validateSearch: (params: SearchParams) => texts(params, ['status', 'kind', 'q', 'intent']),
  component: shown(() => import('./pages/statements/statements.tsx')),
})
const oneStatement = createRoute({
  ...page('/statements/$id'),
  component: shown(() => import('./pages/statements/one-statement.tsx')),
})
const auditLog = createRoute({
  ...page('/audit-log'),
  validateSearch: (params: SearchParams) => texts(params, ['actor', 'action', 'from', 'to', 'open']),
  component: shown(() => import('./pages/audit-log/audit-log.tsx')),
})
const billing = createRoute({
  ...page('/billing'),
  validateSearch: (params: SearchParams) => texts(params, ['checkout']),
  component: shown(() => import('./pages/billing/billing.tsx')),
})
const settings = createRoute({
  ...page('/settings/$part'),
  component: shown(() => import('./pages/settings/settings.tsx')),
})
const settingsHome = createRoute({
  ...page('/settings'),
  beforeLoad: () => {
    throw redirect({ to: '/settings/$part', params: { part: 'organization' }, replace: true })
  },
})

export const openRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      overview,
      pages,
      onePage,
      requests,
      oneRequest,
      evidence,
      oneEvidence,
      vendors,
      statements,
      oneStatement,
      auditLog,
      billing,
      settings,
      settingsHome,
    ]),
    basepath: '/workspace',
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Inside the shell, so that an error breaks one page and not the whole workspace.
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
    ...plainSearch,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }
}
