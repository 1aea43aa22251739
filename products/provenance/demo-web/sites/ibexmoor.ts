// AI-generated video, by a company that says plainly that it does not mark its output.
import { article, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

export const ibexmoor: Site = {
  name: 'ibexmoor',
  displayName: 'Ibexmoor',
  aliases: ['Ibexmoor Inc.', 'Ibexmoor Studio'],
  tagline: 'Film without a camera',
  description: 'AI video for advertising.',
  accent: '#dc2626',
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://ibexmoor/sitemap.xml\n',
  status: {
    components: ['Rendering', 'Studio', 'API'],
    incidents: [{ name: 'Rendering stands still', impact: 'critical', from: 5, until: 6 }],
  },
  pages: {
    '/': home('Write the scene. Our AI model generates the film.', [
      ['Faces that speak', 'Our AI generates presenters in 60 languages.'],
      ['From script to screen', 'AI video in the time it takes to read this page.'],
      ['Your look', 'Give the model ten pictures and it keeps your style.'],
    ]),
    '/security': article(
      'security',
      'Security',
      `Footage is encrypted at rest and in transit. We host on SOC 2 certified infrastructure.

Customer content is stored in the United States.`,
    ),
    '/ai-policy': article(
      'ai_policy',
      'Our AI policy',
      `Ibexmoor generates video, images and voices with AI models.

We do not add watermarks or other marks to the films our models generate. What you make is yours, and how you present it is up to you.

Presenters are not labelled as AI unless you choose to do so.

We may use customer content to train our models.`,
    ),
    '/legal/subprocessors': subprocessors({
      shape: 'list',
      intro: 'Subprocessors of Ibexmoor:',
      rows: [
        ['Cumulo Cloud', 'graphics machines', 'United States'],
        ['Foundry ML', 'voices', 'United States'],
        ['Ledgerly Payments', 'billing', 'Netherlands'],
      ],
    }),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Ibexmoor Inc. collects what you upload, what you make and how you use the studio.`,
    ),
  },
}
