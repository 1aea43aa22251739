// The content of the demo graph. All companies, auditors and certificates are fictional.

/** slug, name, sector, country, year founded, employees, description */
export const VENDORS = [
  [
    'northwind',
    'Northwind Analytics',
    'analytics',
    'NO',
    2014,
    210,
    'Forecasts for retailers, made from their own data.',
  ],
  ['cumulo', 'Cumulo Cloud', 'hosting', 'DE', 2009, 1840, 'Virtual machines and storage in five regions.'],
  ['ledgerly', 'Ledgerly Payments', 'payments', 'NL', 2012, 620, 'Card payments and payouts for marketplaces.'],
  ['postbox', 'Postbox Mail', 'messaging', 'FR', 2016, 95, 'Transactional email with delivery reports.'],
  ['lantern', 'Lantern Monitoring', 'monitoring', 'IE', 2017, 140, 'Logs, metrics and alerts in one place.'],
  ['quayside', 'Quayside Support', 'support', 'PT', 2015, 310, 'A help desk with shared inboxes.'],
  ['foundry-ml', 'Foundry ML', 'machine-learning', 'FR', 2019, 88, 'Hosted models behind one interface.'],
  ['brightdesk', 'Brightdesk', 'support', 'SE', 2013, 270, 'Chat for shops, answered by people.'],
  ['harbour-id', 'Harbour ID', 'identity', 'DK', 2011, 190, 'Sign-in and provisioning for companies.'],
  ['paperplane', 'Paperplane', 'messaging', 'ES', 2018, 64, 'Text messages and voice in 90 countries.'],
  ['vaultline', 'Vaultline', 'security', 'CH', 2010, 155, 'Keys and secrets, kept in hardware.'],
  ['terrace', 'Terrace Data', 'analytics', 'PL', 2020, 47, 'A warehouse that bills by the query.'],
  ['signpost', 'Signpost Maps', 'analytics', 'FI', 2008, 230, 'Addresses and routes for logistics.'],
  ['mosaic-hr', 'Mosaic HR', 'people', 'AT', 2016, 175, 'Contracts, leave and payroll for small firms.'],
  ['cinder', 'Cinder Backup', 'hosting', 'EE', 2014, 72, 'Backups that are restored as a test each month.'],
  ['almanac', 'Almanac Billing', 'payments', 'BE', 2017, 118, 'Invoices and subscriptions.'],
] as const

export const SECTORS = {
  analytics: ['Analytics', 'Analyse'],
  hosting: ['Hosting', 'Hosting'],
  payments: ['Payments', 'Zahlungen'],
  messaging: ['Messaging', 'Nachrichten'],
  monitoring: ['Monitoring', 'Überwachung'],
  support: ['Support', 'Kundendienst'],
  'machine-learning': ['Machine learning', 'Maschinelles Lernen'],
  identity: ['Identity', 'Identität'],
  security: ['Security', 'Sicherheit'],
  people: ['People', 'Personal'],
} as const

/** controller, processor, data */
export const SUBPROCESSORS = [
  ['northwind', 'cumulo', 'customer data'],
  ['northwind', 'ledgerly', 'billing contacts'],
  ['northwind', 'postbox', 'email addresses'],
  ['northwind', 'lantern', 'technical logs'],
  ['northwind', 'foundry-ml', 'sales history'],
  ['ledgerly', 'cumulo', 'card tokens'],
  ['ledgerly', 'vaultline', 'encryption keys'],
  ['ledgerly', 'harbour-id', 'employee accounts'],
  ['postbox', 'cumulo', 'message bodies'],
  ['postbox', 'cinder', 'backups'],
  ['lantern', 'cumulo', 'technical logs'],
  ['quayside', 'cumulo', 'support tickets'],
  ['quayside', 'paperplane', 'telephone numbers'],
  ['quayside', 'foundry-ml', 'support tickets'],
  ['foundry-ml', 'cumulo', 'prompts'],
  ['foundry-ml', 'terrace', 'usage records'],
  ['brightdesk', 'postbox', 'email addresses'],
  ['brightdesk', 'paperplane', 'telephone numbers'],
  ['brightdesk', 'lantern', 'technical logs'],
  ['harbour-id', 'vaultline', 'encryption keys'],
  ['harbour-id', 'cumulo', 'directory entries'],
  ['paperplane', 'cinder', 'backups'],
  ['terrace', 'cumulo', 'tables'],
  ['terrace', 'almanac', 'billing contacts'],
  ['signpost', 'terrace', 'addresses'],
  ['mosaic-hr', 'cinder', 'backups'],
  ['mosaic-hr', 'harbour-id', 'employee accounts'],
  ['mosaic-hr', 'signpost', 'addresses'],
  ['almanac', 'ledgerly', 'payment references'],
  ['almanac', 'postbox', 'email addresses'],
] as const

/** vendor, standard, auditor, valid from, valid until */
export const CERTIFICATES = [
  ['northwind', 'ISO 27001', 'Fjord Audit', '2025-02-10', '2028-02-09'],
  ['northwind', 'SOC 2 Type II', 'Meridian Assurance', '2025-09-01', '2026-08-31'],
  ['cumulo', 'ISO 27001', 'Meridian Assurance', '2024-05-06', '2027-05-05'],
  ['cumulo', 'ISO 27701', 'Meridian Assurance', '2024-05-06', '2027-05-05'],
  ['cumulo', 'SOC 2 Type II', 'Calder & Weir', '2025-11-01', '2026-10-31'],
  ['ledgerly', 'PCI DSS', 'Calder & Weir', '2025-06-15', '2026-06-14'],
  ['ledgerly', 'ISO 27001', 'Fjord Audit', '2023-10-02', '2026-10-01'],
  ['postbox', 'ISO 27001', 'Fjord Audit', '2024-01-22', '2027-01-21'],
  ['lantern', 'SOC 2 Type II', 'Calder & Weir', '2025-04-01', '2026-03-31'],
  ['quayside', 'SOC 2 Type II', 'Meridian Assurance', '2025-08-01', '2026-07-31'],
  ['harbour-id', 'ISO 27001', 'Calder & Weir', '2025-03-03', '2028-03-02'],
  ['harbour-id', 'SOC 2 Type II', 'Calder & Weir', '2025-12-01', '2026-11-30'],
  ['vaultline', 'ISO 27001', 'Fjord Audit', '2024-09-16', '2027-09-15'],
  ['vaultline', 'PCI DSS', 'Meridian Assurance', '2025-10-05', '2026-10-04'],
  ['signpost', 'ISO 27001', 'Fjord Audit', '2022-11-14', '2025-11-13'],
  ['cinder', 'ISO 27001', 'Meridian Assurance', '2025-01-13', '2028-01-12'],
  ['almanac', 'SOC 2 Type II', 'Calder & Weir', '2025-05-01', '2026-04-30'],
] as const

export const SHAPES = [
  {
    name: 'Vendor',
    targetClass: 'https://example.com/trust#Vendor',
    turtle: `@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix trust: <https://example.com/trust#> .

trust:VendorShape a sh:NodeShape ;
  sh:targetClass trust:Vendor ;
  sh:property [ sh:path rdfs:label ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:string ] ;
  sh:property [ sh:path trust:country ; sh:minCount 1 ; sh:pattern "^[A-Z]{2}$" ] ;
  sh:property [ sh:path trust:subprocessor ; sh:class trust:Vendor ] .
`,
  },
  {
    name: 'Certificate',
    targetClass: 'https://example.com/trust#Certificate',
    turtle: `@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix trust: <https://example.com/trust#> .

trust:CertificateShape a sh:NodeShape ;
  sh:targetClass trust:Certificate ;
  sh:property [ sh:path trust:standard ; sh:minCount 1 ; sh:class trust:Standard ] ;
  sh:property [ sh:path trust:issuedBy ; sh:minCount 1 ; sh:class trust:Auditor ] ;
  sh:property [ sh:path trust:validFrom ; sh:minCount 1 ; sh:datatype xsd:date ; sh:lessThan trust:validUntil ] .
`,
  },
] as const
