// The words of the demo. All companies are invented.

export const PAGE = {
  slug: 'northwind',
  display_name: 'Northwind Analytics',
  headline: 'Security and privacy at Northwind',
  intro:
    'Northwind turns warehouse data into forecasts for 340 retailers. This page says how we keep that data safe, who helps us, and what we can show for it.',
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
    purpose: 'Transactional e-mail',
    data_categories: ['e-mail addresses'],
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

export const EVIDENCE = [
  { title: 'Penetration test summary, spring 2026', content_type: 'application/pdf' },
  { title: 'Data processing agreement', content_type: 'application/pdf' },
]
