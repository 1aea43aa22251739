// Content of the demo. All companies are invented.

export const PAGE = {
  slug: 'northwind',
  display_name: 'Northwind Analytics',
  headline: 'Security and privacy at Northwind',
  intro:
    'Northwind turns warehouse data into forecasts for 340 retailers. This page says how we keep that data safe, who helps us, and which evidence we have.',
  security_contact: 'security@northwind.example',
  theme: { primary_color: '#1f4fd8' },
}

export const PICKS = [
  {
    vendor_slug: 'hobbinlake',
    purpose: 'Hosting and storage',
    data_categories: ['customer data'],
    locations: ['Germany', 'Ireland'],
  },
  {
    vendor_slug: 'nettlecairn',
    purpose: 'Payments',
    data_categories: ['billing contacts'],
    locations: ['Netherlands'],
  },
  {
    vendor_slug: 'tarnwhistle',
    purpose: 'Transactional email',
    data_categories: ['email addresses'],
    locations: ['France'],
  },
  {
    vendor_slug: 'wattlebeam',
    purpose: 'Logs and alerts',
    data_categories: ['technical logs'],
    locations: ['Ireland'],
  },
]

export const DISCLOSURES = [
  {
    kind: 'security_overview',
    title: 'How we protect your data',
    body: 'Data is encrypted in transit with TLS 1.3 and at rest with AES-256. Keys rotate every 90 days. Access to production needs a hardware key, is granted for at most eight hours and is logged.',
  },
  {
    kind: 'availability',
    title: 'Backups and recovery',
    body: 'Backups are taken every hour, kept for 35 days in a second region, and restored as a test every quarter. Our recovery objective is four hours; the last test took 2 hours 10 minutes.',
  },
  {
    kind: 'ai_transparency',
    title: 'Where we use machine learning',
    body: 'Forecasts are made by models trained on each customer’s own data. No customer data trains models that others use. Every forecast is marked as such in the product.',
  },
] as const

/** Evidence with its validity in days from the first start. */
export const EVIDENCE = [
  {
    title: 'Penetration test summary, spring 2026',
    kind: 'pentest_summary',
    filename: 'penetration-test-2026.md',
    review_status: 'approved',
    visibility: 'public',
    endsInDays: 365,
    text: `# Penetration test, spring 2026

Tested from 2 to 13 March 2026: the web application, its API and the network that customers reach.
Two testers, eight days, with accounts of every role and access to the source code.

| severity | found | fixed |
|---|---|---|
| critical | 0 | |
| high | 1 | 20 March 2026 |
| medium | 3 | 9 April 2026 |
| low | 5 | 4 by 30 April 2026; one is accepted until the autumn release |

The high-severity finding let a member of a workspace read the names of its archived dashboards. It was retested on
24 March and is fixed.
`,
  },
  {
    title: 'Data processing agreement',
    kind: 'dpa',
    filename: 'data-processing-agreement.md',
    review_status: 'approved',
    visibility: 'public',
    endsInDays: 365,
    text: `# Data processing agreement

Northwind processes sales and stock figures for its customers, only on their instructions.

1. Data is stored in Germany and Ireland. It leaves the European Union only if a customer requests it in writing.
2. We announce new subprocessors 30 days before they start; a customer may object.
3. We report a breach within 24 hours of becoming aware of it.
4. At the end of the contract, all data is returned within 14 days and deleted within 30.
`,
  },
  {
    title: 'Cyber insurance certificate',
    kind: 'insurance',
    filename: 'cyber-insurance.md',
    review_status: 'approved',
    visibility: 'gated',
    endsInDays: 24,
    text: `# Cyber insurance

Cover of 5 million euros per event and 10 million per year, worldwide except the United States.
`,
  },
  {
    title: 'Business continuity policy, draft of the new edition',
    kind: 'policy',
    filename: 'business-continuity.md',
    review_status: 'pending',
    visibility: 'hidden',
    endsInDays: 730,
    text: `# Business continuity

Who decides, whom we call, and in which order systems are restored when a region is lost.
`,
  },
] as const

/** Vendors that the company depends on, with their tier. */
export const PINS = [
  { vendor_id: 'hobbinlake', tier: 'critical', status: 'approved' },
  { vendor_id: 'nettlecairn', tier: 'high', status: 'approved' },
  { vendor_id: 'tarnwhistle', tier: 'standard', status: 'approved' },
  { vendor_id: 'wattlebeam', tier: 'standard', status: 'restricted' },
] as const

export const REQUESTS = [
  {
    kind: 'document_access',
    subject: 'Insurance certificate for our yearly review',
    message: 'We look at all suppliers once a year. Could you share the current certificate, please?',
    page_slug: PAGE.slug,
    requester: {
      name: 'Priya Raman',
      email: 'priya.raman@fernhollow.example',
      company: 'Fernhollow Bank',
      job_title: 'Third-party risk',
      relationship: 'customer',
    },
    requested_items: [{ free_text: 'Cyber insurance certificate' }],
    requested_duration_days: 30,
  },
  {
    kind: 'questionnaire',
    subject: 'Security questionnaire, 84 questions',
    message: 'Our procurement needs this before the contract is renewed in the new year.',
    page_slug: PAGE.slug,
    requester: {
      name: 'Jonas Lindqvist',
      email: 'jonas@lindqvist-retail.example',
      company: 'Lindqvist Retail',
      job_title: 'Procurement',
      relationship: 'customer',
    },
    requested_items: [{ free_text: 'The questionnaire, answered' }],
  },
  {
    kind: 'security_question',
    subject: 'Are backups encrypted with our own key?',
    message: 'Your page says how often backups are taken, but not with which key.',
    page_slug: PAGE.slug,
    requester: { name: 'Mara Okafor', email: 'mara@tidewell.example', company: 'Tidewell Health' },
    requested_items: [{ free_text: 'Which key backups are encrypted with' }],
  },
] as const
