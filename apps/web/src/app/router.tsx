// Every address of the app, in one table.
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

type Words = Readonly<Record<string, unknown>>
/** What an address may say besides: text or nothing. Pages keep their filters, selection and view there. */
const text = (words: Words, name: string): string | undefined => {
  const value = words[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
/** A word that is none of these is left out: the page falls back to its standard, and the address is put right. */
const oneOf = <const N extends string, const V extends readonly string[]>(words: Words, name: N, values: V) =>
  (values.includes(text(words, name) ?? '') ? { [name]: text(words, name) } : {}) as {
    [K in N]?: V[number] | undefined
  }
const texts = <const N extends readonly string[]>(words: Words, names: N) =>
  Object.fromEntries(names.map((name) => [name, text(words, name)])) as { [K in N[number]]?: string | undefined }

/**
 * Loaded when it is first shown or about to be. A file that does not come fails this page alone; the router's own way
 * would load the window anew, and offline there is nothing to load.
 */
function shown<M extends Record<'default', unknown>>(load: () => Promise<M>): RouteComponent {
  // What a page is made of depends on the routes below: said here, the compiler would go round in circles.
  return later(load as unknown as () => Promise<{ default: ComponentType }>)
}

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <Layout>
      <NotFound />
    </Layout>
  ),
  // These stay with whoever goes from page to page.
  validateSearch: (words: Words) => texts(words, ['target', 'project', 'workspace']),
  search: { middlewares: [retainSearchParams(['target', 'project', 'workspace'])] },
})
const app = createRoute({ getParentRoute: () => root, id: 'app', component: Layout, errorComponent: RouteError })
const page = <P extends string>(path: P) => ({ getParentRoute: () => app, path }) as const

const home = createRoute({
  ...page('/home'),
  validateSearch: (words: Words) => texts(words, ['welcome']),
  component: shown(() => import('./pages/home/home.tsx')),
})

const investigate = createRoute({
  ...page('/investigate'),
  validateSearch: (words: Words) => ({
    ...oneOf(words, 'tab', TABS),
    ...texts(words, ['q', 'type', 'state', 'code', 'component', 'label', 'used', 'open', 'entry', 'document', 'at']),
    ...texts(words, [
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
  validateSearch: (words: Words) => ({
    ...oneOf(words, 'view', ['table', 'board']),
    ...oneOf(words, 'intent', ['new', 'new-plan']),
    ...texts(words, [
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
  validateSearch: (words: Words) => ({
    ...oneOf(words, 'phase', PHASES),
    ...texts(words, ['open', 'view', 'group', 'q', 'plan', 'item']),
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
  validateSearch: (words: Words) => texts(words, ['generation', 'result']),
  component: shown(() => import('./pages/studio/studio.tsx')),
})
const bundle = createRoute({
  ...page('/studio/bundle/$id'),
  component: shown(() => import('./pages/bundle/bundle.tsx')),
})
const govern = createRoute({
  ...page('/govern'),
  validateSearch: (words: Words) => ({
    ...oneOf(words, 'view', ['readiness', 'atc', 'controls', 'exemptions', 'decisions', 'rules']),
    ...texts(words, ['group', 'what_if', 'category', 'status', 'open', 'list', 'check', 'state', 'reason', 'q']),
  }),
  component: shown(() => import('./pages/govern/govern.tsx')),
})
const operate = createRoute({
  ...page('/operate/corpus'),
  validateSearch: (words: Words) => texts(words, ['view', 'open']),
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

/** Not in the files of a build without the flag. */
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
    // Inside the shell: what fails is one page, not the app.
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
    ...plainSearch,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }
}
