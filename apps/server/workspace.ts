// The customer's workspace: one page for every address below /workspace, where signing in ends and where letters and
// answers of the API lead to. Its script does the rest.
import { html } from '@veritrace/platform/http/pages/layout'
import type { SitePage } from '@veritrace/platform/http/pages/site'

/** Without the directory there is no such workspace: its addresses lead to the nearest page that there is. */
export const workspacePages = (products: readonly string[]): SitePage[] =>
  ['/workspace', '/workspace/*'].map((path) => ({
    path,
    render: async () => {
      if (!products.includes('provenance')) return { redirect: products.includes('casework') ? '/app' : '/' }
      return {
        title: 'Workspace',
        description: 'Trust pages, evidence and requests of a company.',
        body: html``,
        app: 'workspace',
        bare: true,
      }
    },
  }))
