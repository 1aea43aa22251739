// Which Markdown files the docs show, in which order. A file under docs/ that is not named here goes to the end of its section.

export interface Section {
  title: string
  /** Paths from the root of the repository. A folder with a slash stands for its files that are not named before. */
  files: readonly string[]
}

export const SECTIONS: readonly Section[] = [
  { title: 'Start', files: ['docs/quickstart.md', 'docs/demo.md'] },
  {
    title: 'Guides',
    files: [
      'docs/guides/authentication.md',
      'docs/guides/paging.md',
      'docs/guides/idempotency.md',
      'docs/guides/errors.md',
      'docs/guides/webhooks.md',
      'docs/guides/',
    ],
  },
  {
    title: 'Products',
    files: ['products/provenance/README.md', 'products/graph/README.md', 'products/casework/README.md', 'docs/'],
  },
  { title: 'Operate', files: ['docs/operations.md', 'docs/configuration.md', 'docs/commands.md', 'docs/operations/'] },
  { title: 'Releases', files: ['docs/releases/0.2.0.md', 'CHANGELOG.md', 'docs/releases/'] },
  { title: 'Prove it', files: ['docs/attacks.md', 'docs/chaos.md', 'docs/soak.md'] },
  {
    title: 'Contribute',
    files: [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'CONVENTIONS.md',
      'docs/style.md',
      'contract/README.md',
      'platform/README.md',
      'apps/server/README.md',
      'apps/web/README.md',
      'apps/docs/README.md',
      'SECURITY.md',
      'docs/adr/README.md',
    ],
  },
]

/** Generated lists that the reference shows in its own form. */
export const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['docs/errors.md', 'docs/events.md'])

/** Pages that are found by links and by search, but are too many for the sidebar. */
export const UNLISTED_FOLDER = 'docs/adr/'
