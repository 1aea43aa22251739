// SOC 2 is in progress at first, and a report is available later. robots.txt sets a Crawl-delay.
import { article, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

const security = (soc: string) =>
  article(
    'security',
    'Security',
    `Builds run in machines that live for one job and are destroyed after it. Secrets are handed to a job and never written to disk.

## Compliance

${soc}

We follow the NIST Cybersecurity Framework in how we plan our work.

## Encryption

Artifacts and logs are encrypted at rest with AES-256. All connections use TLS 1.3.

## Reporting a problem

Please report security issues to security@ploverstack.localhost. We do not pay bounties.`,
  )

export const ploverstack: Site = {
  name: 'ploverstack',
  displayName: 'Ploverstack',
  aliases: ['Ploverstack Oy'],
  tagline: 'Builds that finish before the coffee does',
  description: 'Continuous integration for teams that ship every day.',
  accent: '#0f766e',
  robots: 'User-agent: *\nCrawl-delay: 1\nAllow: /\n\nSitemap: site://ploverstack/sitemap.xml.gz\n',
  sitemap: 'gzip',
  status: {
    components: ['Runners', 'Web application', 'Webhooks'],
    incidents: [{ name: 'Builds start late', impact: 'minor', from: 4, until: 5 }],
  },
  pages: {
    '/': home('Ploverstack keeps your caches warm and your queue short.', [
      ['Warm caches', 'Dependencies are where the build is. Most jobs start in under two seconds.'],
      ['Clear logs', 'Every step folds, every failure has a link you can send.'],
      ['Fair prices', 'You pay for minutes that compute, not for minutes that wait.'],
    ]),
    '/security': security(
      'Our SOC 2 Type II audit is in progress. The observation period ends this spring and we expect the report soon after.',
    ),
    '/legal/sub-processors': subprocessors(
      {
        shape: 'list',
        intro: 'Ploverstack uses these sub-processors:',
        rows: [
          ['Hobbinlake Cloud', 'runners and storage', 'Germany'],
          ['Tarnwhistle', 'e-mail about builds', 'Ireland'],
          ['Nettlecairn', 'payments', 'Netherlands'],
        ],
        after: 'We announce changes here 14 days before they take effect.',
      },
      { title: 'Sub-processors' },
    ),
    '/legal/dpa': article(
      'dpa',
      'Data processing agreement',
      `This data processing agreement is between Ploverstack Oy and you, the customer.

Ploverstack will inform you of a new sub-processor 14 days in advance. You may object to it within 10 days.

Ploverstack reports a personal data breach to you within 72 hours.

We delete your data within 30 days after you close your account.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy',
      `Ploverstack Oy, Helsinki, collects your name, your e-mail address and what your builds write into their logs. Build data is stored in Germany. We sell nothing to anybody.`,
    ),
  },
  changes: [
    {
      from: 3,
      path: '/security',
      page: security('Our SOC 2 Type II report is available on request under NDA.'),
    },
  ],
}
