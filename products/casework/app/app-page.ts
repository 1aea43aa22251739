// The browser app: one page for every address below /app, and the old addresses that lead to others.
import { redirectOf } from '@veritrace/contract/casework/app-routes'
import { html } from '@veritrace/platform/pages/layout'
import type { SitePage } from '@veritrace/platform/pages/site'

const BASE = '/app'

const page = (path: string): SitePage => ({
  path,
  render: async ({ params, query }) => {
    const elsewhere = redirectOf(`/${params['*'] ?? ''}`, new URLSearchParams(query).toString())
    if (elsewhere) return { redirect: BASE + elsewhere }
    return { title: 'Casework', description: 'Cases decided with evidence.', body: html``, app: 'app', bare: true }
  },
})

export const appPages: readonly SitePage[] = [page(BASE), page(`${BASE}/*`)]
