// A support chat with an AI agent that meets Article 50 well, and adds a model provider overseas.
import { article, home, subprocessors } from '../content.ts'
import type { Site, Subprocessor } from '../site.ts'

const ROWS: readonly Subprocessor[] = [
  ['Hobbinlake GmbH', 'Hosting of the service', 'Germany'],
  ['Tarnwhistle Ltd', 'E-mail to end users', 'Ireland'],
  ['Wattlebeam Inc.', 'Error tracking', 'Germany'],
  ['Vidrelark AB', 'Secrets of our staff', 'Sweden'],
]
const INTRO = 'These subprocessors help us to run Dovetarn. Open one to see what it does for us and where.'

export const dovetarn: Site = {
  name: 'dovetarn',
  displayName: 'Dovetarn',
  aliases: ['Dovetarn Ltd', 'Dovetarn Chat'],
  tagline: 'Support that answers, and says who is answering',
  description: 'Customer support chat with an AI agent and people behind it.',
  accent: '#7c3aed',
  featured: true,
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://dovetarn/sitemap.xml\n',
  securityTxt: { contact: 'mailto:security@dovetarn.localhost', policy: '/security' },
  manifest: { certificates: [{ standard: 'SOC 2 Type II' }, { standard: 'ISO/IEC 27001:2022', number: 'DT-2291' }] },
  status: { components: ['Chat widget', 'Agent', 'Inbox'] },
  pages: {
    '/': home('An AI agent takes the simple questions in 40 languages. Your team keeps the ones that matter.', [
      ['Honest by design', 'Every conversation opens by saying that an AI is answering, and how to reach a person.'],
      ['Learns from your articles', 'Point the agent at your help center. It cites the article for every answer.'],
      ['One inbox', 'Chat, e-mail and phone notes in one place, with the history of each customer.'],
    ]),
    '/security': article(
      'security',
      'Security at Dovetarn',
      `## Compliance

Dovetarn is SOC 2 Type II attested. The report is available on request. We are also certified to ISO/IEC 27001:2022 under certificate DT-2291.

## Encryption

Conversations are encrypted at rest with AES-256, and all traffic is encrypted in transit with TLS 1.2 or better.

## Penetration tests

An independent firm conducts penetration tests of our application every spring.

## Reporting

Our vulnerability disclosure policy: write to security@dovetarn.localhost. We answer within two days and thank you by name if you like.`,
    ),
    '/ai-transparency': article(
      'ai_transparency',
      'AI transparency',
      `Dovetarn Agent is an AI system that talks to people and writes text. This page says how we meet Article 50 of the EU AI Act.

## People know that they talk to an AI

The first message of every conversation says that you are interacting with an AI. The name of the agent is labelled as AI in the widget, in e-mails and on the phone. A person is one click away.

## Output is marked

Generated text and images carry machine-readable metadata that marks them as AI-generated, following C2PA. Images also carry a watermark.

## Accessible from the first moment

The notice that an AI is answering stands above the first message, is read out by screen readers, and is there before you type.

## What we leave out

Dovetarn does not use emotion recognition or biometric categorisation.

## Your data and our models

We do not train models on customer conversations. Our model providers are named in the [list of subprocessors](/legal/subprocessors).`,
    ),
    '/legal/subprocessors': subprocessors({ shape: 'accordion', intro: INTRO, rows: ROWS }),
    '/legal/dpa': article(
      'dpa',
      'Data processing addendum',
      `This data processing addendum is between Dovetarn Ltd and the customer.

Dovetarn gives at least 30 days prior notice of any new subprocessor by e-mail. The customer may object to the new subprocessor within 14 days.

Dovetarn notifies the customer of a personal data breach within 48 hours after becoming aware of it.

After the end of the service Dovetarn deletes customer data within 60 days.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy notice',
      `Dovetarn Ltd is the controller for what you tell us on this website. Conversations in the product belong to our customers; we process them on their behalf.

Conversation data is hosted in Germany. We keep logs for 30 days.`,
    ),
  },
  changes: [
    {
      from: 2,
      path: '/legal/subprocessors',
      page: subprocessors({
        shape: 'accordion',
        intro: INTRO,
        rows: [...ROWS, ['Foundry ML', 'Language models for the agent', 'United States']],
      }),
    },
  ],
}
