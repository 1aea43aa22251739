// A knowledge base whose robots.txt fails for two weeks. Until it responds again, nothing is read.
import { article, failing, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

const ROBOTS = 'User-agent: *\nAllow: /\n\nSitemap: site://pottlecroft/sitemap.xml\n'

export const pottlecroft: Site = {
  name: 'pottlecroft',
  displayName: 'Pottlecroft',
  aliases: ['Pottlecroft Ltd', 'Pottlecroft Docs'],
  tagline: 'Write it down once',
  description: 'A knowledge base for teams that answer questions.',
  accent: '#65a30d',
  robots: ROBOTS,
  pages: {
    '/': home('Guides, checklists and answers that stay true.', [
      ['Owners and dates', 'Every page has someone who keeps it true, and a day to look again.'],
      ['Search that forgives', 'Finds what you meant, in the words you have.'],
      ['Public or private', 'One switch, and customers read along.'],
    ]),
    '/trust/security': article(
      'security',
      'Security',
      `Pottlecroft undergoes a SOC 2 Type II audit every year. The latest report is available on request.

Pages and files are encrypted at rest. All traffic is encrypted in transit with TLS 1.3.

Content is stored in Ireland.`,
    ),
    '/trust/subprocessors': subprocessors({
      shape: 'terms',
      intro: 'Subprocessors that Pottlecroft uses:',
      rows: [
        ['Hobbinlake Cloud', 'Hosting', 'Ireland'],
        ['Tarnwhistle', 'Digests by e-mail', 'Ireland'],
        ['Juniperloom', 'Suggestions while writing', 'United States'],
      ],
    }),
    '/privacy': article(
      'privacy',
      'Privacy',
      `Pottlecroft Ltd keeps what you write for as long as you have an account, and 30 days longer in backups.`,
    ),
    '/dpa': article(
      'dpa',
      'Data processing agreement',
      `This data processing agreement is between Pottlecroft Ltd and the customer. Pottlecroft gives 15 days notice of a new subprocessor. Pottlecroft reports a personal data breach within 72 hours.`,
    ),
  },
  changes: [
    { from: 0, until: 1, path: '/robots.txt', page: failing(503, 'Try again later.', { 'retry-after': '3600' }) },
  ],
}
