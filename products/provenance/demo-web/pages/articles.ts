// Text pages: the home page, articles, and the page for missing addresses.
import { marked } from 'marked'
import type { Content } from '../site.ts'
import { escaped, type Frame, layout } from './layout.ts'

export const markdown = (text: string): string => marked.parse(text, { async: false })

export function articlePage(frame: Frame, { markdown: text }: Extract<Content, { as: 'article' }>): string {
  return layout(frame, `<article><h1>${escaped(frame.page.title)}</h1>\n${markdown(text)}</article>`)
}

export function homePage(frame: Frame, { lead, points }: Extract<Content, { as: 'home' }>): string {
  const { site } = frame
  const cards = points.map(([title, text]) => `<div class="card"><h2>${escaped(title)}</h2>${markdown(text)}</div>`)
  return layout(
    frame,
    `<section class="hero"><h1>${escaped(site.tagline)}</h1>
<p class="lead">${escaped(lead)}</p></section>
<section class="cards">${cards.join('\n')}</section>`,
  )
}

export function missingPage(frame: Frame): string {
  return layout(
    frame,
    `<article><h1>Page not found</h1><p>We could not find what you were looking for. It may have moved, or the address is not quite right.</p><p><a href="/">Back to the start</a></p></article>`,
  )
}

/** The empty shell that a client-rendered site sends for every address. */
export function shellPage({ site }: Frame): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(site.displayName)}</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script type="module" src="/assets/app-5f3c19.js"></script></body></html>\n`
}
