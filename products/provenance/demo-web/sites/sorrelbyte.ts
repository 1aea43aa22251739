// Code review: no robots.txt, no sitemap, status 200 for missing pages, and one page that is permanently removed.
import { article, failing, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

export const sorrelbyte: Site = {
  name: 'sorrelbyte',
  displayName: 'Sorrelbyte',
  aliases: ['Sorrelbyte Ltd'],
  tagline: 'Reviews worth reading',
  description: 'Code review with the context in view.',
  accent: '#a21caf',
  sitemap: 'none',
  missing: 'soft',
  etag: false,
  pages: {
    '/': home('The change, the reason and the risk on one screen.', [
      ['Order that helps', 'Read the change in the order in which it makes sense.'],
      ['Quiet by default', 'Comments that matter first, style never.'],
      ['Where your code is', 'Runs beside your repository; code does not leave it.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Sorrelbyte maintains SOC 2 Type II compliance and is audited every year by an independent CPA firm.

Sorrelbyte is not HIPAA compliant, and we ask you not to send us health data.

Metadata is encrypted at rest. Connections are encrypted in transit with TLS 1.3. Review data is stored in the United Kingdom.`,
    ),
    '/security/penetration-testing': article(
      'security',
      'Penetration testing',
      `An independent company conducts penetration tests of Sorrelbyte each year. The summary of the last test is available on request.`,
    ),
    '/legal/subprocessors': subprocessors({
      shape: 'table',
      intro: 'Third parties that process personal data for Sorrelbyte.',
      headers: ['Third party', 'Function', 'Country'],
      rows: [
        ['Hobbinlake GmbH', 'Hosting', 'Germany'],
        ['Ploverstack Oy', 'Builds', 'Finland'],
        ['Tarnwhistle Ltd', 'E-mail', 'Ireland'],
      ],
    }),
    '/privacy': article(
      'privacy',
      'Privacy',
      `Sorrelbyte Ltd reads file names, diffs and comments to show them to you, and stores comments only.`,
    ),
  },
  changes: [
    { from: 3, path: '/security/penetration-testing', page: failing(410, 'This page has been removed for good.') },
  ],
}
