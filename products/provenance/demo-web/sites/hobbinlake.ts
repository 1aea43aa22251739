// The exemplary vendor: everything is present, well maintained and machine-readable. Many of the others run on it.
import { article, home, subprocessors } from '../content.ts'
import type { Site, Subprocessor } from '../site.ts'

const ROWS: readonly Subprocessor[] = [
  ['Thrumwell Ltd', 'Scheduling of on-call staff', 'United Kingdom', 'United Kingdom'],
  ['Tarnwhistle Ltd', 'Delivery of notifications by e-mail', 'Ireland', 'Ireland'],
  ['Nettlecairn B.V.', 'Payments', 'Netherlands', 'Netherlands'],
  ['Wattlebeam Inc.', 'Monitoring of the network', 'Germany', 'United States'],
]

export const hobbinlake: Site = {
  name: 'hobbinlake',
  displayName: 'Hobbinlake Cloud',
  aliases: ['Hobbinlake GmbH', 'Hobbinlake'],
  tagline: 'Servers near your customers',
  description: 'Compute, storage and databases in six European regions.',
  accent: '#2563a8',
  featured: true,
  robots: 'User-agent: *\nAllow: /\nDisallow: /console/\n\nSitemap: site://hobbinlake/sitemap.xml\n',
  sitemap: 'index',
  securityTxt: { contact: 'mailto:security@hobbinlake.localhost', policy: '/security/disclosure' },
  manifest: {
    certificates: [
      { standard: 'ISO/IEC 27001:2022', number: 'HB-27-40021', valid_until: '2028-03-31' },
      { standard: 'SOC 2 Type II' },
    ],
  },
  status: {
    components: ['Object storage', 'Compute', 'Managed databases', 'Console'],
    incidents: [{ name: 'Object storage unreachable in Frankfurt', impact: 'major', from: 1, until: 2 }],
  },
  pages: {
    '/': home('Hobbinlake runs your applications on machines it owns, in places you can name.', [
      [
        'Six regions',
        'Frankfurt, Berlin, Dublin, Paris, Stockholm and Zurich, each with three halls that stand apart.',
      ],
      ['Prices you can read', 'One page, one currency, no charge for traffic between our own regions.'],
      ['People on the phone', 'Engineers answer around the clock, in English, German and French.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Hobbinlake builds and runs its own halls, and has done so since 2014. This page says how we keep what you store with us safe.

## Certificates

Hobbinlake is ISO/IEC 27001:2022 certified under certificate HB-27-40021, and certified to ISO 27017 and ISO 27018. Our SOC 2 Type II report covers the period from 1 July 2025 to 30 June 2026 and is available under NDA in the [trust center](/trust).

## Encryption

All customer data is encrypted at rest with AES-256. Connections between you and us are encrypted in transit with TLS 1.3.

## Testing

Two independent firms perform penetration tests of our platform every year, and we share their summaries on request.

## Where data is kept

Customer data is stored in the region you choose: Germany, Ireland, France, Sweden or Switzerland. It stays there, backups included.`,
    ),
    '/trust': article(
      'trust_center',
      'Trust center',
      `Documents for your security review.

## Audit reports

- SOC 2 Type II
- ISO/IEC 27001:2022

Ask for them with the form in the console; we answer within one working day.

## Resilience

We restore a full region from backups twice a year. The last exercise took three hours and ten minutes.

## People

Access to production needs a hardware key and the consent of a second engineer. It ends by itself after eight hours.`,
    ),
    '/security/disclosure': article(
      'vulnerability_disclosure',
      'Vulnerability disclosure',
      `Our vulnerability disclosure policy is short: tell us at security@hobbinlake.localhost, give us time to repair, and we will not take legal steps.

We run a bug bounty program and pay rewards for security reports between 150 and 12,000 euros. The first answer comes within one working day.`,
    ),
    '/legal/subprocessors': subprocessors({
      shape: 'seats',
      intro: `Hobbinlake engages the following subprocessors. We announce a new one 30 days before it starts. Write to privacy@hobbinlake.localhost to be told.`,
      rows: ROWS,
      affiliates: [
        ['Hobbinlake France SAS', 'Operation of the Paris halls', 'France'],
        ['Hobbinlake Schweiz AG', 'Operation of the Zurich halls', 'Switzerland'],
      ],
    }),
    '/legal/dpa': article(
      'dpa',
      'Data processing agreement',
      `This data processing agreement between Hobbinlake GmbH ("Hobbinlake") and the customer forms part of the terms of service. Effective 1 March 2026.

## Subprocessors

The customer gives general authorisation. Hobbinlake will notify the customer at least 30 days before a new subprocessor begins. The customer may object to a subprocessor within 15 days of that notice.

## Security incidents

Hobbinlake will notify the customer of a personal data breach without undue delay and within 24 hours.

## Transfers

Where data leaves the European Economic Area, the standard contractual clauses apply, Module Two and Module Three, with the UK Addendum.

## End of the agreement

Hobbinlake will delete all customer data within 30 days after the agreement ends. The customer may audit Hobbinlake once a year.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Hobbinlake GmbH, Seestrasse 9, Berlin, is the controller for data about visitors and customers of this website.

We keep account data as long as there is an account, and invoices for ten years because the law asks for it. We use no advertising cookies. You may ask for a copy of your data, have it corrected or erased, and complain to a supervisory authority.`,
    ),
    '/legal/ai-policy': article(
      'ai_policy',
      'AI policy',
      `We rent out machines, and what runs on them is yours. Our own products contain no AI features.`,
    ),
  },
}
