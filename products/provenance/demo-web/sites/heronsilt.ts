// A data warehouse that contradicts itself: the home page and the security page say yes, the FAQ says no.
import { article, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

export const heronsilt: Site = {
  name: 'heronsilt',
  displayName: 'Heronsilt',
  aliases: ['Heronsilt Inc.', 'Heronsilt Warehouse'],
  tagline: 'A warehouse that sleeps when you do',
  description: 'A data warehouse billed by the second.',
  accent: '#1d4ed8',
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://heronsilt/sitemap.xml\n',
  status: { components: ['Queries', 'Loading', 'Console'] },
  pages: {
    '/': home(
      'Start in a second, stop in a second, pay for the ones between.',
      [
        ['Sleeps by itself', 'No query, no cost.'],
        ['Speaks SQL', 'The dialect you know, with the functions you miss.'],
        ['Loads anything', 'Files, streams and other databases.'],
      ],
      { small: 'Heronsilt is SOC 2 Type II certified.' },
    ),
    '/security': article(
      'security',
      'Security overview',
      `Heronsilt is SOC 2 Type II certified, and ISO 27001 certified.

Tables are encrypted at rest with AES-256. Connections are encrypted in transit with TLS 1.3.

Table data is stored in the United States. An independent firm performs a penetration test every year.`,
    ),
    '/compliance': article(
      'compliance',
      'Compliance questions',
      `## Are you SOC 2 certified?

No. Heronsilt is not SOC 2 certified yet. We will begin the audit next year.

## Do you encrypt data?

Yes, at rest and in transit.

## Can we test you?

Customers may conduct penetration tests with written approval.`,
    ),
    '/legal/subprocessors': subprocessors({
      shape: 'table',
      intro: 'Subprocessors of Heronsilt.',
      rows: [
        ['Cumulo Cloud', 'Machines and storage', 'United States'],
        ['Wattlebeam Inc.', 'Monitoring', 'United States'],
        ['Vidrelark AB', 'Secrets', 'Sweden'],
      ],
    }),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Heronsilt Inc. processes what you load on your behalf. Queries are logged for 90 days.`,
    ),
  },
}
