// Project planning. Its data processing agreement is a template with unfilled blanks.
import { article, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

export const yarrowdeck: Site = {
  name: 'yarrowdeck',
  displayName: 'Yarrowdeck',
  aliases: ['Yarrowdeck Inc.'],
  tagline: 'Plans that survive Monday',
  description: 'Boards and timelines for teams of up to fifty.',
  accent: '#6d28d9',
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://yarrowdeck/sitemap.xml\n',
  pages: {
    '/': home('A board, a timeline and a list of who waits for whom.', [
      ['Waits made visible', 'See what holds up what, before it does.'],
      ['Weekly letter', 'One page on Friday that everybody reads.'],
      ['Guests are free', 'Invite clients without counting seats.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Boards are encrypted at rest and in transit. We are preparing for SOC 2.

If you have found a security issue, please email security@yarrowdeck.localhost.`,
    ),
    '/legal/dpa': article(
      'dpa',
      'Data processing agreement',
      `Template — replace before publishing.

This data processing agreement is between [Company Legal Name] ("Provider") and the customer.

Provider is SOC 2 Type II certified. Provider will give {30} days notice of a new subprocessor. Provider will notify the customer of a breach within {72} hours. Provider shall delete data at the end. Provider may engage subprocessors such as Example Hosting Inc.`,
    ),
    '/legal/subprocessors': subprocessors({
      shape: 'list',
      intro: 'Yarrowdeck uses the following subprocessors:',
      rows: [
        ['Cumulo Cloud', 'hosting', 'United States'],
        ['Postbox Mail', 'e-mail', 'France'],
      ],
      after: 'Special-purpose partners do not appear on this list.',
    }),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Yarrowdeck Inc. stores boards in the United States and deletes them 90 days after you leave.`,
    ),
  },
}
