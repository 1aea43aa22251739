// An API gateway with many claims but no certificates. robots.txt is behind a redirect.
import { article, file, home, redirect, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

export const tollgander: Site = {
  name: 'tollgander',
  displayName: 'Tollgander',
  aliases: ['Tollgander Inc.', 'Tollgander Gateway'],
  tagline: 'One door for all your APIs',
  description: 'An API gateway with quotas people understand.',
  accent: '#0891b2',
  robots: redirect('/policies/robots.txt', 301),
  pages: {
    '/': home('Keys, quotas and a log that answers questions.', [
      ['Keys with an end', 'Every key has an owner, an end and a log of its own.'],
      ['Quotas with words', 'Tell callers what they used and what is left.'],
      ['Runs anywhere', 'In our cloud or in yours.'],
    ]),
    '/policies/robots.txt': file('text/plain', 'User-agent: *\nAllow: /\n\nSitemap: site://tollgander/sitemap.xml\n'),
    '/trust': article(
      'trust_center',
      'Trust',
      `## Where we stand

We are working towards SOC 2 Type II and expect to finish next year.

Our security program is aligned with ISO 27001.

Tollgander is hosted on SOC 2 certified infrastructure.

Our gateway is designed to support HIPAA workloads.

## Encryption

Logs are encrypted at rest. Traffic is encrypted in transit with TLS 1.3.

## Data location

Log data is stored in Canada.`,
    ),
    '/legal/subprocessors': subprocessors({
      shape: 'list',
      intro: 'Tollgander works with these subprocessors:',
      rows: [
        ['Cumulo Cloud', 'hosting', 'Canada'],
        ['Lantern Monitoring', 'logs', 'United States'],
        ['Quayside Support', 'support', 'United Kingdom'],
      ],
    }),
    '/legal/dpa': article(
      'dpa',
      'Data processing agreement',
      `This data processing agreement is between Tollgander Inc. and the customer.

Tollgander notifies customers 7 days before a new subprocessor starts. It reports a personal data breach without undue delay and within 72 hours.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Tollgander Inc. logs calls for seven days: time, key, path, answer. Bodies are not logged.`,
    ),
  },
}
