// Analytics with an assistant that partly meets Article 50. Its list of subprocessors is split into pages.
import { article, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

export const grebeworth: Site = {
  name: 'grebeworth',
  displayName: 'Grebeworth',
  aliases: ['Grebeworth Inc.', 'Grebeworth Analytics'],
  tagline: 'Numbers with their reasons',
  description: 'Product analytics that says what changed and why.',
  accent: '#0369a1',
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://grebeworth/sitemap.xml\n',
  status: { components: ['Ingestion', 'Dashboards', 'Assistant'] },
  pages: {
    '/': home('Ask a question in words. Grebeworth answers with a chart and the query behind it.', [
      ['Ask Grebe', 'Our AI assistant writes the query and the summary for you.'],
      ['Reports that write themselves', 'Every Monday, AI generated summaries of what moved.'],
      ['Your warehouse', 'We query your data where it is.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Grebeworth is SOC 2 Type II compliant. We undergo the audit every year and share the report under NDA.

Data is encrypted at rest and in transit, using AES-256 and TLS 1.3.

A third-party firm performs penetration tests annually. To report a vulnerability, write to security@grebeworth.localhost.

Customer data is stored in the United States. An EU region is planned.`,
    ),
    '/responsible-ai': article(
      'responsible_ai',
      'Responsible AI',
      `Grebe is an AI assistant that answers questions about your data and generates text and charts.

Everything that Grebe generates carries machine-readable metadata with the model and the time, so that other programs can see that it was made by AI.

We are preparing for Article 50(1) of the EU AI Act: a notice in the assistant itself is on our roadmap.

Customer data trains no shared models: we never use customer data to train models.`,
    ),
    '/legal/subprocessors': subprocessors({
      shape: 'table',
      intro: 'Subprocessors of Grebeworth Inc.',
      headers: ['Name', 'Purpose', 'Country'],
      rows: [
        ['Cumulo Cloud', 'Hosting', 'United States'],
        ['Foundry ML', 'Language models', 'United States'],
        ['Lantern Monitoring', 'Logs', 'United States'],
        ['Tarnwhistle Ltd', 'E-mail', 'Ireland'],
        ['Ledgerly Payments', 'Billing', 'Netherlands'],
        ['Quayside Support', 'Support desk', 'United Kingdom'],
      ],
      after: '1–6 of 9. Sign in to see the next page.',
    }),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Grebeworth Inc. collects what you enter and how you use the product. We are self-certified under the EU-US Data Privacy Framework. We keep account data for two years after you leave.`,
    ),
    '/legal/dpa': article(
      'dpa',
      'Data processing addendum',
      `This data processing addendum is part of the agreement between Grebeworth Inc. and the customer.

Grebeworth posts new subprocessors 10 days in advance on its website as notice to the customer.

Grebeworth notifies the customer of a security incident within 72 hours.`,
    ),
  },
}
