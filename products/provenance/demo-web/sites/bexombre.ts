// AI translation that is advertised everywhere, without any notice to people. Missing addresses redirect to the home
// page.
import { article, home, subprocessors } from '../content.ts'
import type { Site } from '../site.ts'

export const bexombre: Site = {
  name: 'bexombre',
  displayName: 'Bexombre',
  aliases: ['Bexombre SA', 'Bexombre Translate'],
  tagline: 'Every call in every language',
  description: 'Live translation of calls and meetings.',
  accent: '#e11d48',
  robots: 'User-agent: *\nAllow: /\n\nSitemap: site://bexombre/sitemap.xml\n',
  missing: 'home',
  status: { components: ['Calls', 'Transcripts'] },
  pages: {
    '/': home('Speak as you like. They hear you in their language.', [
      ['A voice of your own', 'Our AI generates your voice in 30 languages.'],
      ['An AI interpreter', 'The AI interpreter joins your call and speaks for you.'],
      ['Transcripts', 'AI models write the minutes while you talk.'],
    ]),
    '/legal/ai-terms': article(
      'ai_policy',
      'AI terms',
      `These terms apply to everything in Bexombre that is made with AI.

Our AI assistant joins the call, listens, and speaks in 30 languages.

It uses language models that we tuned on a million hours of meetings.

The assistant is powered by AI from the first word to the last, and nobody on the call needs to set anything up.`,
    ),
    '/security': article(
      'security',
      'Security',
      `Bexombre is ISO/IEC 27001:2022 certified.

Calls are encrypted in transit with TLS 1.3. Transcripts are encrypted at rest.

Transcript data is stored in France.`,
    ),
    '/subprocessors': subprocessors({
      shape: 'cards',
      intro: 'These subprocessors work for us.',
      rows: [
        ['Clairbosquet', 'Hosting of transcripts', 'France'],
        ['Foundry ML', 'Language models', 'United States'],
        ['Nettlecairn', 'Payments', 'Netherlands'],
      ],
    }),
    '/privacy': article(
      'privacy',
      'Privacy policy',
      `Bexombre SA records a call only after you press record. Recordings are deleted after 30 days.`,
    ),
  },
}
