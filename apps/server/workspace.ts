// The customer's workspace has no screens of its own: its addresses, where signing in ends and API answers point to, lead
// to the nearest page that there is.
import type { SitePage } from '@veritrace/platform/http/pages/site'

interface WorkspaceFacts {
  /** The browser app is served. */
  hasApp: boolean
  /** The trust page of that name can be seen. */
  isPublished: (slug: string) => Promise<boolean>
}

export const workspacePages = ({ hasApp, isPublished }: WorkspaceFacts): SitePage[] =>
  ['/workspace', '/workspace/*'].map((path) => ({
    path,
    render: async ({ params }) => {
      const [kind, slug] = (params['*'] ?? '').split('/')
      if (kind === 'pages' && slug && (await isPublished(slug)))
        return { redirect: `/trust/${encodeURIComponent(slug)}` }
      return { redirect: hasApp ? '/app' : '/' }
    },
  }))
