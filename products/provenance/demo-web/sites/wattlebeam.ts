// Observability. From the third week on, its security page is behind a challenge, and existing evidence stays.
import { article, file, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

export const wattlebeam: Site = {
  name: 'wattlebeam',
  displayName: 'Wattlebeam',
  aliases: ['Wattlebeam Inc.', 'Wattlebeam Observability'],
  tagline: 'See the slow one',
  description: 'Metrics, logs and traces in one timeline.',
  accent: '#ca8a04',
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://wattlebeam/sitemap.xml\n',
  status: { components: ['Ingestion', 'Queries', 'Alerts'] },
  pages: {
    '/': home('One timeline for everything that happened.', [
      ['From alert to line', 'Three clicks from the pager to the line of code.'],
      ['Costs in view', 'Each team sees what its data costs, before the invoice.'],
      ['Open formats', 'Send with any agent, leave with all your data.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Wattlebeam is SOC 2 Type II certified and ISO 27001 certified.

Telemetry is encrypted at rest with AES-256, and encrypted in transit with TLS 1.2.

Telemetry data is stored in the United States or Germany, as you choose. We pay rewards for security reports through our bug bounty program.`,
    ),
    '/legal/subprocessors': subprocessors({
      shape: 'table',
      intro: 'Wattlebeam uses these subprocessors.',
      rows: [
        ['Cumulo Cloud', 'Hosting in the United States', 'United States'],
        ['Hobbinlake GmbH', 'Hosting in Europe', 'Germany'],
        ['Quayside Support', 'Support desk', 'United Kingdom'],
      ],
    }),
    '/legal/dpa': article(
      'dpa',
      'Data processing addendum',
      `This data processing addendum is between Wattlebeam Inc. and the customer. Wattlebeam gives 30 days notice of new subprocessors. The customer may object to a subprocessor within 30 days. Wattlebeam notifies the customer of a personal data breach within 72 hours.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Wattlebeam Inc. collects telemetry that customers send, and contact data of the people who set it up.`,
    ),
  },
  changes: [
    {
      from: 2,
      path: '/security',
      page: file(
        'text/html',
        '<!doctype html><html lang="en"><head><title>Just a moment...</title><meta name="robots" content="noindex"></head><body><h1>wattlebeam.localhost</h1><p>Verify you are human by completing the action below.</p><form class="challenge-form" method="post"><noscript>Enable JavaScript and cookies to continue</noscript></form></body></html>',
        { headers: { 'cache-control': 'no-store' } },
      ),
    },
  ],
}
