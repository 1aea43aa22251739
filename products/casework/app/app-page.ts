// The web app: one page for all paths below /app, with redirects for old paths.
import { redirectOf } from '@veritrace/contract/casework/app-routes'
import { html } from '@veritrace/platform/pages/layout'
import type { SitePage } from '@veritrace/platform/pages/site'

const BASE = '/app'

const page = (path: string): SitePage => ({
  path,
  render: async ({ params, query }) => {
    const target = redirectOf(`/${params['*'] ?? ''}`, new URLSearchParams(query).toString())
    if (target) return { redirect: BASE + target }
    return { title: 'Casework', description: 'Cases decided with evidence.', body: html``, app: 'app', bare: true }
  },
})

export const appPages: readonly SitePage[] = [page(BASE), page(`${BASE}/*`)]
