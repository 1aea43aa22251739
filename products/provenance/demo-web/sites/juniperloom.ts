// AI writing. One day its list of subprocessors is nearly empty by mistake; the next day it is complete again.
import { article, home, subprocessors } from '../content.ts'
import type { Site, Subprocessor } from '../site.ts'

const ROWS: readonly Subprocessor[] = [
  ['Cumulo Cloud', 'Hosting of drafts and accounts of customers in America', 'United States'],
  ['Foundry ML', 'Language models that write suggestions from the draft', 'United States'],
  ['Hobbinlake GmbH', 'Hosting of drafts and accounts of customers in Europe', 'Germany'],
  ['Tarnwhistle Ltd', 'Delivery of invitations and weekly letters by e-mail', 'Ireland'],
  ['Wattlebeam Inc.', 'Monitoring of the service, with technical logs only', 'United States'],
  ['Nettlecairn B.V.', 'Payments by card and direct debit in Europe', 'Netherlands'],
  ['Ledgerly Payments', 'Payments by card outside of Europe, and invoices', 'Netherlands'],
  ['Quayside Support', 'Support desk: names, addresses and what people ask', 'United Kingdom'],
  ['Grebeworth Inc.', 'Statistics of use, without the content of drafts', 'United States'],
  ['Vidrelark AB', 'Passwords and keys of our staff and of the service', 'Sweden'],
  ['Kelpstave Ltd', 'Encrypted backups of drafts, kept for thirty days', 'United Kingdom'],
  ['Cinnawharf', 'Subscriptions and reminders for invoices', 'Germany'],
]
const list = (rows: readonly Subprocessor[]) =>
  subprocessors({
    shape: 'table',
    intro: 'Juniperloom engages these subprocessors.',
    rows,
  })

export const juniperloom: Site = {
  name: 'juniperloom',
  displayName: 'Juniperloom',
  aliases: ['Juniperloom Inc.', 'Juniperloom Writer'],
  tagline: 'Your voice, minus the blank page',
  description: 'A writing assistant for teams.',
  accent: '#4d7c0f',
  featured: true,
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://juniperloom/sitemap.xml\n',
  status: { components: ['Editor', 'Suggestions', 'API'] },
  pages: {
    '/': home('Juniperloom drafts in your tone and leaves the last word to you.', [
      ['Drafts from notes', 'Our AI turns five bullet points into a page you would have written.'],
      ['House style', 'Terms, tone and forbidden words, kept by the model.'],
      ['Everywhere you type', 'In the browser, in mail, in documents.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Juniperloom is SOC 2 Type II compliant. Evidence is in our [trust center](site://trust-heathdesk/juniperloom).

Drafts are encrypted at rest and in transit. Draft content is stored in the United States or Germany.

Third-party testers perform annual penetration tests.`,
    ),
    '/how-we-use-ai': article(
      'ai_transparency',
      'How we use AI',
      `Juniperloom is an AI writing assistant. It generates text from what you give it.

When you open the assistant, a line above the first field says that you are interacting with an AI.

Generated text carries machine-readable metadata that marks it as made by AI, in documents and through the API.

We do not use customer content to train models, unless you opt in.

Juniperloom does not use emotion recognition.`,
    ),
    '/legal/subprocessors': list(ROWS),
    '/legal/dpa': article(
      'dpa',
      'Data processing addendum',
      `This data processing addendum is between Juniperloom Inc. and the customer.

Juniperloom gives 30 days notice of new subprocessors. The customer may object to a subprocessor within 15 days.

Juniperloom notifies the customer of a personal data breach within 48 hours.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Juniperloom Inc. keeps drafts until you delete them. We participate in the EU-US Data Privacy Framework.`,
    ),
  },
  elsewhere: {
    'trust-heathdesk': {
      '/juniperloom': article(
        'trust_center',
        'Juniperloom trust center',
        `## Compliance

- Juniperloom is SOC 2 Type II compliant.
- Juniperloom is ISO 42001 certified.

## In progress

- ISO 27001: audit in progress`,
        { link: 'Trust center' },
      ),
    },
  },
  changes: [{ from: 3, until: 3, path: '/legal/subprocessors', page: list(ROWS.slice(0, 1)) }],
}
