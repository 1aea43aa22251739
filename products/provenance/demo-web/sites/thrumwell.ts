// A small calendar company that says little, and whose security page fails for one day.
import { article, failing, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

export const thrumwell: Site = {
  name: 'thrumwell',
  displayName: 'Thrumwell',
  aliases: ['Thrumwell Ltd'],
  tagline: 'The meeting finds its hour',
  description: 'Scheduling for clinics, schools and on-call teams.',
  accent: '#ea580c',
  sitemap: 'none',
  pages: {
    '/': home('Send a link. People pick an hour that suits everybody.', [
      ['No back and forth', 'Calendars compared, holidays known.'],
      ['Rotas', 'Fair turns for nights and weekends.'],
      ['Reminders', 'By mail or message, in their language.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Thrumwell is HIPAA compliant on the Enterprise plan with a signed BAA.

Thrumwell does not hold SOC 2 or ISO 27001 certificates.

Appointments are encrypted at rest, and encrypted in transit with TLS 1.2.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy',
      `Thrumwell Ltd stores appointments in the United Kingdom and forgets them after a year.`,
    ),
    '/privacy/subprocessors': subprocessors({
      shape: 'list',
      intro: 'Our sub-processors are:',
      rows: [
        ['Hobbinlake Cloud', 'hosting', 'United Kingdom'],
        ['Tarnwhistle', 'reminders', 'Ireland'],
      ],
    }),
  },
  changes: [
    { from: 3, until: 3, path: '/security', page: failing(503, 'We are working on it.', { 'retry-after': '600' }) },
  ],
}
