// Email delivery with its trust center on another company's host. One day the list is reformatted with the same
// content.
import { article, home, subprocessors } from '../content.ts'
import type { Site, Subprocessor } from '../site.ts'

const ROWS: readonly Subprocessor[] = [
  ['Hobbinlake GmbH', 'Hosting of the sending servers', 'Ireland'],
  ['Wattlebeam Inc.', 'Monitoring', 'Germany'],
  ['Sorrelbyte Ltd', 'Code review tools', 'United Kingdom'],
]

export const tarnwhistle: Site = {
  name: 'tarnwhistle',
  displayName: 'Tarnwhistle',
  aliases: ['Tarnwhistle Ltd', 'Tarnwhistle Mail'],
  tagline: 'E-mail that arrives',
  description: 'Delivery of transactional e-mail.',
  accent: '#be185d',
  featured: true,
  robots: 'User-agent: *\nAllow: /\n',
  securityTxt: { contact: 'mailto:security@tarnwhistle.localhost', policy: '/security' },
  status: { components: ['Sending', 'Webhooks', 'Dashboard'] },
  pages: {
    '/': home('Receipts, resets and reminders, in the inbox within seconds.', [
      ['Measured in seconds', 'We publish how long every provider took, every hour.'],
      ['Warm addresses', 'Your mail leaves from addresses with a good name.'],
      ['Templates that survive', 'Tested in 40 programs before you press send.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Reports and certificates are in our [trust center](site://trust-heathdesk/tarnwhistle).

E-mails are encrypted at rest while they wait, and sent over TLS wherever the other side can. E-mail data is stored in Ireland.

Independent testers perform penetration tests of our API twice a year. We have a responsible disclosure policy: write to security@tarnwhistle.localhost.`,
    ),
    '/legal/subprocessors': subprocessors({
      shape: 'table',
      intro: 'Tarnwhistle relies on these subprocessors.',
      rows: ROWS,
    }),
    '/legal/dpa': article(
      'dpa',
      'Data processing agreement',
      `This data processing agreement is between Tarnwhistle Ltd and the customer.

Tarnwhistle notifies customers 30 days before a new subprocessor starts. Customers may object to the subprocessor within 20 days.

Tarnwhistle reports a personal data breach within 48 hours. Data is deleted within 14 days after termination.

The standard contractual clauses (Module Two) are part of this agreement.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Tarnwhistle Ltd, Galway, handles e-mail for its customers and keeps the content of messages for three days. Addresses are never sold or rented.`,
    ),
  },
  elsewhere: {
    'trust-heathdesk': {
      '/tarnwhistle': article(
        'trust_center',
        'Tarnwhistle trust center',
        `Tarnwhistle publishes its evidence here.

## Compliance

- Tarnwhistle is SOC 2 Type II certified.
- Tarnwhistle is ISO 27001 certified.
- Tarnwhistle is ISO 27701 certified.

## Documents

Our SOC 2 Type II report can be requested under NDA.`,
        { link: 'Trust center' },
      ),
    },
  },
  changes: [
    {
      from: 3,
      path: '/legal/subprocessors',
      page: subprocessors({
        shape: 'list',
        intro: 'These are the subprocessors that Tarnwhistle works with today:',
        rows: ROWS,
      }),
    },
  ],
}
