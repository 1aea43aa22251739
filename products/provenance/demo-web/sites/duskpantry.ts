// A site that exists only in the browser: every address answers with the same empty shell.
import type { Site } from '../site.ts'

export const duskpantry: Site = {
  name: 'duskpantry',
  displayName: 'Duskpantry',
  aliases: ['Duskpantry Inc.'],
  tagline: 'Stock that counts itself',
  description: 'Inventory for restaurants and small kitchens.',
  accent: '#78350f',
  robots: 'User-agent: *\nAllow: /\n',
  sitemap: 'none',
  missing: 'shell',
  etag: false,
  pages: {},
}
