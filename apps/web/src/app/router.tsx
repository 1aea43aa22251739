// All routes of the app.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { PHASES, phaseOfLegacyTab, REDIRECTS, TABS } from '@veritrace/contract/casework/app-routes'
import type { ComponentType } from 'react'
import { plainSearch } from '../shared/plain-search.ts'
import { later } from '../ui/later.tsx'
import { Layout } from './layout.tsx'
import { NotFound, RouteError } from './not-found.tsx'

type Query = Readonly<Record<string, unknown>>
/** Pages keep their filters, selection and view in the query. */
const text = (query: Query, name: string): string | undefined => {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
/** Unknown values are removed: the page uses its default, and the address is corrected. */
const oneOf = <const N extends string, const V extends readonly string[]>(query: Query, name: N, values: V) =>
  (values.includes(text(query, name) ?? '') ? { [name]: text(query, name) } : {}) as {
    [K in N]?: V[number] | undefined
  }
const texts = <const N extends readonly string[]>(query: Query, names: N) =>
  Object.fromEntries(names.map((name) => [name, text(query, name)])) as { [K in N[number]]?: string | undefined }

/**
 * Loads a page before it is first shown. If its file does not load, only this page fails; the router's own lazy loading
 * would reload the window, which fails offline.
 */
function shown<M extends Record<'default', unknown>>(load: () => Promise<M>): RouteComponent {
  // The type of a page depends on the routes below, so inferring it here would be circular.
  return later(load as unknown as () => Promise<{ default: ComponentType }>)
}

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <Layout>
      <NotFound />
    </Layout>
  ),
  // Preserved on every navigation.
  validateSearch: (query: Query) => texts(query, ['target', 'project', 'workspace']),
  search: { middlewares: [retainSearchParams(['target', 'project', 'workspace'])] },
})
const app = createRoute({ getParentRoute: () => root, id: 'app', component: Layout, errorComponent: RouteError })
const page = <P extends string>(path: P) => ({ getParentRoute: () => app, path }) as const

const home = createRoute({
  ...page('/home'),
  validateSearch: (query: Query) => texts(query, ['welcome']),
  component: shown(() => import('./pages/home/home.tsx')),
})

const investigate = createRoute({
  ...page('/investigate'),
  validateSearch: (query: Query) => ({
    ...oneOf(query, 'tab', TABS),
    ...texts(query, ['q', 'type', 'state', 'code', 'component', 'label', 'used', 'open', 'entry', 'document', 'at']),
    ...texts(query, [
      'kind',
      'from',
      'to',
      'mine',
      'start',
      'relations',
      'direction',
      'depth',
      'collapse',
      'path',
      'view',
    ]),
  }),
  component: shown(() => import('./pages/investigate/investigate.tsx')),
})

const cases = createRoute({
  ...page('/cases'),
  validateSearch: (query: Query) => ({
    ...oneOf(query, 'view', ['table', 'board']),
    ...oneOf(query, 'intent', ['new', 'new-plan']),
    ...texts(query, [
      'q',
      'status',
      'phase',
      'type_id',
      'owner',
      'code',
      'tag',
      'stale',
      'sort',
      'from',
      'scope',
      'title',
    ]),
  }),
  component: shown(() => import('./pages/cases/cases.tsx')),
})

const oneCase = createRoute({
  ...page('/cases/$id'),
  validateSearch: (query: Query) => ({
    ...oneOf(query, 'phase', PHASES),
    ...texts(query, ['open', 'view', 'group', 'q', 'plan', 'item']),
  }),
  component: shown(() => import('./pages/case/case.tsx')),
})

const legacyTab = createRoute({
  ...page('/cases/$id/$legacyTab'),
  beforeLoad: ({ params, search }) => {
    const phase = phaseOfLegacyTab(params.legacyTab)
    throw redirect({ to: '/cases/$id', params: { id: params.id }, search: { ...search, phase }, replace: true })
  },
})

const studio = createRoute({
  ...page('/studio'),
  validateSearch: (query: Query) => texts(query, ['generation', 'result']),
  component: shown(() => import('./pages/studio/studio.tsx')),
})
const bundle = createRoute({
  ...page('/studio/bundle/$id'),
  component: shown(() => import('./pages/bundle/bundle.tsx')),
})
const govern = createRoute({
  ...page('/govern'),
  validateSearch: (query: Query) => ({
    ...oneOf(query, 'view', ['readiness', 'atc', 'controls', 'exemptions', 'decisions', 'rules']),
    ...texts(query, ['group', 'what_if', 'category', 'status', 'open', 'list', 'check', 'state', 'reason', 'q']),
  }),
  component: shown(() => import('./pages/govern/govern.tsx')),
})
const operate = createRoute({
  ...page('/operate/corpus'),
  validateSearch: (query: Query) => texts(query, ['view', 'open']),
  component: shown(() => import('./pages/operate/operate.tsx')),
})
const access = createRoute({
  ...page('/settings/access'),
  component: shown(() => import('./pages/access/access.tsx')),
})
const workspaces = createRoute({
  ...page('/settings/workspaces'),
  component: shown(() => import('./pages/workspaces/workspaces.tsx')),
})
const invite = createRoute({
  getParentRoute: () => root,
  path: '/access/invite/$token',
  component: shown(() => import('./pages/invite/invite.tsx')),
})

const redirects = Object.entries(REDIRECTS).map(([path, { to, query }]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => {
      throw redirect({ to, search: { ...location.search, ...query }, replace: true } as never)
    },
  }),
)

/** Excluded from production builds without the flag. */
const playground =
  import.meta.env.DEV || import.meta.env.VITE_PLAYGROUND === '1'
    ? [
        createRoute({
          ...page('/_playground'),
          component: shown(() => import('./pages/playground/playground.tsx')),
        }),
      ]
    : []

const routeTree = root.addChildren([
  app.addChildren([
    home,
    investigate,
    cases,
    oneCase,
    legacyTab,
    studio,
    bundle,
    govern,
    operate,
    access,
    workspaces,
    ...playground,
  ]),
  invite,
  ...redirects,
])

export const openRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    basepath: '/app',
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Inside the shell, so that an error affects one page, not the app.
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
    ...plainSearch,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }
}
