// Payments: a DPA whose notice period shrinks from 30 to 14 days, and a list with former and planned subprocessors.
import { article, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

const dpa = (days: number) =>
  article(
    'dpa',
    'Data processing agreement',
    `This data processing agreement is between Nettlecairn B.V. and the customer.

## Subprocessors

Nettlecairn will give the customer ${days} days prior notice of any new subprocessor. The customer may object to the subprocessor within 10 days of the notice.

## Breaches

Nettlecairn notifies the customer of a personal data breach within 24 hours.

## Deletion

Nettlecairn deletes personal data within 30 days of termination, except what the law tells it to keep.

## Transfers

The standard contractual clauses, Module Two, apply to transfers outside the European Economic Area.`,
  )

export const nettlecairn: Site = {
  name: 'nettlecairn',
  displayName: 'Nettlecairn',
  aliases: ['Nettlecairn B.V.', 'Nettlecairn Payments'],
  tagline: 'Money in, questions out',
  description: 'Card payments and direct debits across Europe.',
  accent: '#15803d',
  featured: true,
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://nettlecairn/sitemap.xml\n',
  securityTxt: { contact: 'mailto:security@nettlecairn.localhost', policy: '/security' },
  status: {
    components: ['Card payments', 'Direct debits', 'Payouts'],
    incidents: [{ name: 'Payouts arrive a day late', impact: 'minor', from: 2, until: 4 }],
  },
  pages: {
    '/': home('Accept what your customers carry, from cards to direct debits.', [
      ['One contract', 'All of Europe with one agreement and one price list.'],
      ['Payouts every day', 'In your account the next morning.'],
      ['Disputes with reasons', 'We say what the bank asked, and what convinces it.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Nettlecairn is PCI DSS Level 1 certified and ISO 27001 certified.

Card numbers are encrypted at rest in separate vaults. All connections are encrypted in transit with TLS 1.3.

Payment data is stored in the Netherlands and Germany. Independent testers perform penetration tests every quarter.

Our responsible disclosure policy: report a finding to security@nettlecairn.localhost and we answer within a day.`,
    ),
    '/legal/subprocessors': subprocessors({
      shape: 'table',
      intro: 'Nettlecairn uses the subprocessors below. Names that are struck through are no longer used.',
      rows: [
        ['Hobbinlake GmbH', 'Hosting', 'Germany'],
        ['Tarnwhistle Ltd', 'Receipts', 'Ireland'],
        ['Vidrelark AB', 'Secrets', 'Sweden'],
      ],
      former: [['Lantern Monitoring', 'Logs', 'United States']],
      planned: [['Wattlebeam Inc.', 'Monitoring from next quarter', 'Germany']],
    }),
    '/legal/dpa': dpa(30),
    '/privacy': article(
      'privacy',
      'Privacy statement',
      `Nettlecairn B.V., Utrecht, processes payments under the supervision of the central bank. Payment records are kept for seven years.`,
    ),
  },
  changes: [{ from: 2, path: '/legal/dpa', page: dpa(14) }],
}
