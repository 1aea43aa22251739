// Electronic signatures. robots.txt disallows all crawlers, so nothing may be known about it.
import { article, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

export const lintelroost: Site = {
  name: 'lintelroost',
  displayName: 'Lintelroost',
  aliases: ['Lintelroost SAS', 'Lintelroost Sign'],
  tagline: 'Signed before lunch',
  description: 'Electronic signatures with a record that holds.',
  accent: '#4338ca',
  robots: 'User-agent: *\nDisallow: /\n',
  pages: {
    '/': home('Send it, sign it, file it.', [
      ['Three kinds of signature', 'Simple, advanced and qualified, each where it belongs.'],
      ['A record for court', 'Who saw what, when, sealed and timed.'],
      ['In your tools', 'From the document you are writing, without a detour.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Lintelroost is ISO 27001 certified and SOC 2 Type II attested. Documents are encrypted at rest and in transit.`,
    ),
    '/subprocessors': subprocessors({
      shape: 'list',
      intro: 'Our subprocessors:',
      rows: [
        ['Hobbinlake Cloud', 'hosting', 'France'],
        ['Tarnwhistle', 'e-mail', 'Ireland'],
      ],
    }),
    '/legal/dpa': article(
      'dpa',
      'Data processing agreement',
      `This data processing agreement between Lintelroost SAS and the customer gives 30 days notice of new subprocessors.`,
    ),
  },
}
