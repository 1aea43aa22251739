// An HR suite with its subprocessors in a PDF, which gets one more row.
import { article, home, pdf } from '../content.ts'
import type { Site } from '../site.ts'

const ROWS = [
  ['Hobbinlake GmbH', 'Hosting', 'Germany'],
  ['Kelpstave Ltd', 'Backups', 'United Kingdom'],
  ['Tarnwhistle Ltd', 'E-mail', 'Ireland'],
  ['Tollgander Inc.', 'API traffic', 'Canada'],
]
const list = (rows: readonly (readonly string[])[]) =>
  pdf('subprocessors', 'List of subprocessors', [
    'Oxterfold AG engages the subprocessors below to provide the Oxterfold HR suite. Customers are told 30 days before a change.',
    ['Subprocessor', 'Purpose', 'Location'],
    ...rows,
  ])

export const oxterfold: Site = {
  name: 'oxterfold',
  displayName: 'Oxterfold',
  aliases: ['Oxterfold AG', 'Oxterfold HR'],
  tagline: 'Payroll day without the dread',
  description: 'Payroll, leave and contracts for companies of 20 to 2,000.',
  accent: '#9333ea',
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://oxterfold/sitemap.xml\n',
  status: { components: ['Payroll', 'Leave', 'Mobile app'] },
  pages: {
    '/': home('Contracts, leave and pay in one place that everybody understands.', [
      ['Payroll in nine countries', 'Rules kept by people who do nothing else.'],
      ['Leave in two clicks', 'Requests, approvals and balances that add up.'],
      ['Letters that write themselves', 'Contracts and references from templates your lawyer has seen.'],
    ]),
    '/security': article(
      'security',
      'Information security',
      `Oxterfold AG is certified according to ISO/IEC 27001:2022. An accredited body audits us every year.

Personnel files are encrypted at rest with keys per customer, and encrypted in transit with TLS 1.3.

Personnel data is hosted in Germany and Switzerland.

We commission an external penetration test every year.`,
    ),
    '/files/oxterfold-subprocessors.pdf': list(ROWS),
    '/legal/dpa': article(
      'dpa',
      'Data processing agreement',
      `This data processing agreement is concluded between Oxterfold AG and the customer. The [list of subprocessors](/files/oxterfold-subprocessors.pdf) is its second annex.

Oxterfold informs the customer of new subprocessors with a notice of 30 days. The customer may object to a subprocessor within 14 days.

Oxterfold reports a personal data breach within 24 hours.

Oxterfold deletes all data within 45 days after the end of the agreement.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy',
      `Oxterfold AG processes personnel data on behalf of employers. Employees turn to their employer first; we help the employer to answer.`,
    ),
  },
  changes: [
    {
      from: 3,
      path: '/files/oxterfold-subprocessors.pdf',
      page: list([...ROWS, ['Lintelroost SAS', 'Electronic signatures', 'France']]),
    },
  ],
}
