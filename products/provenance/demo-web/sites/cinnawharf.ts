// Billing. robots.txt disallows the trust page; the list of subprocessors moves permanently.
import { article, home, redirect, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

const LIST = subprocessors({
  shape: 'table',
  intro: 'We share personal data with the subprocessors below, and with nobody else.',
  rows: [
    ['Hobbinlake Cloud', 'Hosting', 'Germany'],
    ['Nettlecairn', 'Direct debits', 'Netherlands'],
    ['Tarnwhistle', 'Invoices by e-mail', 'Ireland'],
    ['Lintelroost', 'Signed mandates', 'France'],
  ],
})

export const cinnawharf: Site = {
  name: 'cinnawharf',
  displayName: 'Cinnawharf',
  aliases: ['Cinnawharf Billing Ltd'],
  tagline: 'Invoices that get paid',
  description: 'Subscriptions and invoices for software companies.',
  accent: '#c2410c',
  robots: 'User-agent: *\nDisallow: /trust\nDisallow: /app/\n\nSitemap: site://cinnawharf/sitemap.xml\n',
  status: { components: ['Invoicing', 'Payments', 'Webhooks'] },
  pages: {
    '/': home('Plans, proration and polite reminders.', [
      ['Plans as you think them', 'Seats, usage, both, with credits that carry over.'],
      ['Reminders people answer', 'Written with care, sent at the right hour.'],
      ['Books that close', 'Revenue by month, ready for your accountant.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Cinnawharf is SOC 2 Type II certified.

Billing data is encrypted at rest with AES-256 and encrypted in transit with TLS.

Billing data is hosted in Germany. Penetration tests are performed annually by an independent firm.`,
    ),
    '/trust': article(
      'trust_center',
      'Trust center',
      `Cinnawharf is ISO 27001 certified. Sign in to download the certificate.`,
    ),
    '/subprocessors': LIST,
    '/dpa': article(
      'dpa',
      'Data processing agreement',
      `This data processing agreement is between Cinnawharf Billing Ltd and the customer.

Cinnawharf gives notice of new subprocessors 30 days in advance. The customer may object to the subprocessor within 10 days.

Cinnawharf reports a personal data breach within 48 hours.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Cinnawharf Billing Ltd bills on behalf of its customers. We keep invoices for ten years and everything else for as long as there is an account.`,
    ),
  },
  changes: [
    { from: 2, path: '/subprocessors', page: redirect('/legal/subprocessors') },
    { from: 2, path: '/legal/subprocessors', page: LIST },
  ],
}
