// A password manager with a bug bounty. Its old addresses redirect in chains.
import { article, home, redirect, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

export const vidrelark: Site = {
  name: 'vidrelark',
  displayName: 'Vidrelark',
  aliases: ['Vidrelark AB'],
  tagline: 'Remember nothing',
  description: 'Passwords and passkeys for teams.',
  accent: '#059669',
  featured: true,
  robots: 'User-agent: *\nAllow: /\nDisallow: /vault/\n\nSitemap: site://vidrelark/sitemap.xml\n',
  securityTxt: { contact: 'mailto:security@vidrelark.localhost', policy: '/security' },
  status: { components: ['Vaults', 'Sharing', 'Sign-in'] },
  pages: {
    '/': home('Vaults that we cannot open, for teams that share.', [
      ['Keys stay with you', 'What leaves your device is already locked.'],
      ['Sharing with an end', 'Give access for an hour, a day, a project.'],
      ['Passkeys', 'On every device, without the ceremony.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Vidrelark AB is ISO 27001 certified and undergoes an annual SOC 2 Type II audit. Our SOC 2 report is available to customers on request.

Vaults are encrypted on your device and encrypted at rest with AES-256. All traffic is encrypted in transit with TLS 1.3.

Three independent firms perform penetration tests each year. We run a public bug bounty program.

Vault data is stored in Sweden.`,
    ),
    '/about/security': redirect('/company/security', 302),
    '/company/security': redirect('/trust', 301),
    '/trust': redirect('/security', 308),
    '/legal/subprocessors': subprocessors({
      shape: 'table',
      intro: 'Subprocessors of Vidrelark AB.',
      headers: ['Company', 'Purpose', 'Location of processing'],
      rows: [
        ['Hobbinlake GmbH', 'Hosting', 'Sweden'],
        ['Tarnwhistle Ltd', 'E-mail', 'Ireland'],
      ],
    }),
    '/legal/dpa': article(
      'dpa',
      'Data processing agreement',
      `This data processing agreement is between Vidrelark AB and the customer.

Vidrelark gives 30 days notice before a new subprocessor is engaged. The customer may object to the subprocessor within 30 days.

Vidrelark notifies the customer of a personal data breach within 24 hours, and deletes data within 30 days of termination.`,
    ),
    '/privacy': article(
      'privacy',
      'Privacy',
      `Vidrelark AB, Uppsala, knows your e-mail address, your devices and when you last signed in. It does not know what is in your vault.`,
    ),
  },
}
