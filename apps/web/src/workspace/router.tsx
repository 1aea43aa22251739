// Every address of the workspace, in one table. Answers of the API and letters lead to them.
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { plainSearch } from '../shared/plain-search.ts'
import { later } from '../ui/later.tsx'
import { Layout } from './layout.tsx'
import { NotFound, RouteError } from './not-found.tsx'

type Words = Readonly<Record<string, unknown>>
/** What an address may say besides: text or nothing. Pages keep their filters there. */
const texts = <const N extends readonly string[]>(words: Words, names: N) =>
  Object.fromEntries(
    names.map((name) => [name, typeof words[name] === 'string' && words[name] !== '' ? words[name] : undefined]),
  ) as { [K in N[number]]?: string | undefined }

const shown = (load: () => Promise<{ default: unknown }>) => later(load as () => Promise<{ default: ComponentType }>)

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound, errorComponent: RouteError })
const page = <P extends string>(path: P) => ({ getParentRoute: () => root, path }) as const

const overview = createRoute({ ...page('/'), component: shown(() => import('./pages/overview/overview.tsx')) })
const pages = createRoute({
  ...page('/pages'),
  validateSearch: (words: Words) => texts(words, ['intent']),
  component: shown(() => import('./pages/trust-pages/trust-pages.tsx')),
})
const onePage = createRoute({
  ...page('/pages/$slug'),
  validateSearch: (words: Words) => texts(words, ['view', 'open']),
  component: shown(() => import('./pages/trust-pages/one-page.tsx')),
})
const requests = createRoute({
  ...page('/requests'),
  validateSearch: (words: Words) => texts(words, ['direction', 'status', 'kind', 'q', 'intent']),
  component: shown(() => import('./pages/requests/requests.tsx')),
})
const oneRequest = createRoute({
  ...page('/requests/$id'),
  component: shown(() => import('./pages/requests/one-request.tsx')),
})
const evidence = createRoute({
  ...page('/evidence'),
  validateSearch: (words: Words) => texts(words, ['status', 'kind', 'q', 'intent']),
  component: shown(() => import('./pages/evidence/evidence.tsx')),
})
const oneEvidence = createRoute({
  ...page('/evidence/$id'),
  component: shown(() => import('./pages/evidence/one-evidence.tsx')),
})
const vendors = createRoute({
  ...page('/vendors'),
  validateSearch: (words: Words) => texts(words, ['tier', 'status', 'q', 'open', 'intent']),
  component: shown(() => import('./pages/vendors/vendors.tsx')),
})
const statements = createRoute({
  ...page('/statements'),
  validateSearch: (words: Words) => texts(words, ['status', 'kind', 'q', 'intent']),
  component: shown(() => import('./pages/statements/statements.tsx')),
})
const oneStatement = createRoute({
  ...page('/statements/$id'),
  component: shown(() => import('./pages/statements/one-statement.tsx')),
})
const auditLog = createRoute({
  ...page('/audit-log'),
  validateSearch: (words: Words) => texts(words, ['actor', 'action', 'from', 'to', 'open']),
  component: shown(() => import('./pages/audit-log/audit-log.tsx')),
})
const billing = createRoute({
  ...page('/billing'),
  validateSearch: (words: Words) => texts(words, ['checkout']),
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
    // Inside the shell: what fails is one page, not the workspace.
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
    ...plainSearch,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }
}
