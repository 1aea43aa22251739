// The layout of every page of a site: head, navigation bar, content, footer.
import type { Page, Site } from '../site.ts'

export interface Frame {
  site: Site
  page: Page
  home: string
  /** Label and address of links in the navigation bar and the footer. */
  links: readonly (readonly [label: string, href: string])[]
}

const MOST_IN_BAR = 4

export function layout({ site, page, home, links }: Frame, main: string): string {
  const { displayName, accent } = site
  const title = page.content.as === 'home' ? `${displayName}: ${site.tagline}` : `${page.title} | ${displayName}`
  const anchors = links.map(([label, href]) => `<a href="${escaped(href)}">${escaped(label)}</a>`)
  const charset = page.charset ?? 'utf-8'
  return `<!doctype html>
<html lang="${page.language ?? 'en'}">
<head>
<meta charset="${charset}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(site.description)}">
${page.metaRobots ? `<meta name="robots" content="${escaped(page.metaRobots)}">\n` : ''}<link rel="stylesheet" href="/site.css">
<link rel="icon" href="data:,">
<style>:root{--accent:${accent}}</style>
</head>
<body>
<header class="bar"><a class="brand" href="${home}"><span class="mark" aria-hidden="true"></span>${escaped(displayName)}</a>
<nav>${anchors.slice(0, MOST_IN_BAR).join('')}</nav></header>
<main>
${main}
</main>
<footer class="foot">
<nav class="foot-links" aria-label="Footer">${anchors.join('\n')}</nav>
${page.content.as === 'home' && page.content.small ? `<p>${escaped(page.content.small)}</p>\n` : ''}<p class="small">© ${escaped(site.aliases[0] ?? displayName)} · Invented company for demonstration</p>
</footer>
</body>
</html>
`
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
