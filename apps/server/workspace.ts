// The customer's workspace: one page for every path below /workspace, the target of sign-in and of links in emails and
// API responses. Its script does the rest.
import { html } from '@veritrace/platform/pages/layout'
import type { SitePage } from '@veritrace/platform/pages/site'

/** Without the directory there is no workspace, so its paths redirect to the nearest page. */
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
