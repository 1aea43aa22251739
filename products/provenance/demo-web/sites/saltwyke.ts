// A checkout whose fraud checks move from Ireland to the United States. Its trust page asks not to be archived.
import { article, home, subprocessors } from '../content.ts'
import type { Site, Subprocessor } from '../site.ts'

const rows = (fraudChecks: string): readonly Subprocessor[] => [
  ['Hobbinlake GmbH', 'Hosting', 'Germany'],
  ['Nettlecairn B.V.', 'Card payments', 'Netherlands'],
  ['Grebeworth Inc.', 'Fraud checks', fraudChecks],
  ['Tarnwhistle Ltd', 'Receipts by e-mail', 'Ireland'],
  ['Kelpstave Ltd', 'Backups', 'United Kingdom'],
]
const INTRO = 'We use the following subprocessors to run checkouts for our merchants. Last updated with every change.'

export const saltwyke: Site = {
  name: 'saltwyke',
  displayName: 'Saltwyke',
  aliases: ['Saltwyke Commerce Ltd'],
  tagline: 'A checkout nobody notices',
  description: 'Checkout and order handling for small shops.',
  accent: '#b45309',
  featured: true,
  robots: 'User-agent: *\nDisallow: /cart\nDisallow: /checkout\n',
  securityTxt: { contact: 'mailto:security@saltwyke.localhost' },
  status: { components: ['Checkout', 'Orders', 'Merchant desk'] },
  pages: {
    '/': home('Three fields, one button, and the parcel is on its way.', [
      ['Short forms', 'We ask for what the parcel needs and nothing else.'],
      ['All the usual ways to pay', 'Cards, transfers and invoices, with the rate for each shown beside it.'],
      ['Works with your shop', 'Drop it in with one line, or use the API.'],
    ]),
    '/trust': article(
      'trust_center',
      'Trust',
      `## Card data

Saltwyke is PCI DSS Level 1 certified. An external assessor examines us every year, and our attestation of compliance is available on request.

## Audits

We maintain SOC 2 Type I compliance. Our SOC 2 Type II audit is planned for next year.

## Encryption

Order data is encrypted at rest. All pages and calls are encrypted in transit with TLS 1.2 or higher.

## Tests

An external company performs a penetration test of the checkout every quarter.`,
      { metaRobots: 'noarchive', headers: { 'x-robots-tag': 'noarchive' } },
    ),
    '/subprocessors': subprocessors({ shape: 'table', intro: INTRO, rows: rows('Ireland') }),
    '/legal/dpa': article(
      'dpa',
      'Data processing terms',
      `These data processing terms are an agreement between Saltwyke Commerce Ltd and the merchant.

Saltwyke publishes new subprocessors 30 days in advance. The merchant may object to a subprocessor within 30 days.

In case of a personal data breach Saltwyke notifies the merchant within 36 hours.

Saltwyke returns or deletes personal data within 90 days after the end of the contract.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Saltwyke Commerce Ltd processes orders for merchants. Order data is stored in Germany. We keep orders for seven years because tax law asks for it.`,
    ),
  },
  changes: [
    {
      from: 2,
      path: '/subprocessors',
      page: subprocessors({ shape: 'table', intro: INTRO, rows: rows('United States') }),
    },
  ],
}
