// A backup service whose ISO 27001 certificate expires. Subprocessors are shown as cards.
import { article, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

const compliance = (certificate: string) =>
  article(
    'compliance',
    'Compliance',
    `What we can show, and what we cannot.

## ISO 27001

${certificate}

## SOC 2

We do not have a SOC 2 report. Customers who need one ask for our answers to their questionnaire instead.

## GDPR

Kelpstave complies with the GDPR and offers a data processing agreement to every customer.`,
  )

export const kelpstave: Site = {
  name: 'kelpstave',
  displayName: 'Kelpstave',
  aliases: ['Kelpstave Ltd', 'Kelpstave Backup'],
  tagline: 'Backups you have actually restored',
  description: 'Backups with a restore test every month.',
  accent: '#166534',
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://kelpstave/sitemap.xml\n',
  status: { components: ['Backup', 'Restore', 'Dashboard'] },
  pages: {
    '/': home('A backup is a promise. We test it every month and send you the clock.', [
      ['Monthly restores', 'We restore a sample on a clean machine and tell you how long it took.'],
      ['Copies that cannot be changed', 'Written once, kept as long as you say, in a second place.'],
      ['Plain reports', 'One page for the auditor, one line for the rest of us.'],
    ]),
    '/compliance': compliance(
      'Kelpstave holds an ISO/IEC 27001:2022 certificate, number KS-11873, issued by an accredited body.',
    ),
    '/security': article(
      'security',
      'How we protect backups',
      `Backups are encrypted before they leave your network, and encrypted at rest with AES-256 on our side. Transfers are encrypted in transit with TLS 1.3.

Backup data is stored in data centers in the United Kingdom and Ireland.

External testers perform a penetration test once a year.

If you find a security issue, contact security@kelpstave.localhost.`,
    ),
    '/legal/subprocessors': subprocessors({
      shape: 'cards',
      intro: 'Companies that process personal data for us.',
      rows: [
        ['Hobbinlake GmbH', 'Storage of second copies', 'Ireland'],
        ['Postbox Mail', 'Reports by e-mail', 'France'],
        ['Quayside Support', 'Support desk', 'United Kingdom'],
      ],
    }),
    '/legal/dpa': article(
      'dpa',
      'Data processing agreement',
      `This data processing agreement is made between Kelpstave Ltd and the customer.

Kelpstave gives 21 days notice before it engages a new subprocessor.

Kelpstave informs the customer of a data breach within 72 hours.`,
    ),
  },
  changes: [
    {
      from: 4,
      path: '/compliance',
      page: compliance(
        'Our ISO/IEC 27001:2022 certificate, number KS-11873, has expired. We have asked for a new audit and will say so here when it is done.',
      ),
    },
  ],
}
