// The frame of every page of the docs: sections on the left, the page, its headings on the right. It works without scripts.
import { Html, html } from '@veritrace/platform/pages/layout'
import type { SiteAnswer } from '@veritrace/platform/pages/site'
import type { Library } from './library.ts'
import type { Heading } from './markdown.ts'

export interface Place {
  /** The address of the page. */
  address: string
  /** Section of the sidebar that is open. */
  section: string
}

export interface Content {
  title: string
  description: string
  body: Html
  headings?: readonly Heading[]
  status?: number
  /** What the reader searched for. */
  query?: string
}

export interface SidebarLink {
  address: string
  title: string
  /** Shown when its parent is open. */
  children?: readonly SidebarLink[]
}

const LEAST_HEADINGS = 2

export function docsPage(
  { library, reference }: { library: Library; reference: readonly SidebarLink[] },
  place: Place,
  { title, description, body, headings = [], status, query }: Content,
): SiteAnswer {
  const shown = headings.filter(({ depth }) => depth === 2)
  return {
    title: `${title} · Docs`,
    description,
    indexable: true,
    ...(status && { status }),
    // On a phone the menu follows the page; in a wide window it is on the left.
    body: html`<div class="docs">
<div class="docs-top"><form role="search" action="/docs/search"><label for="docs-q">Search the docs</label><input id="docs-q" name="q" type="search" maxlength="200" placeholder="Search the docs" value="${query ?? ''}"></form><a href="#docs-menu">Menu</a></div>
<article class="docs-body">${body}</article>
<nav class="docs-menu" id="docs-menu" aria-label="Docs">${sectionsOf(library, reference).map((section) => sidebarSection(section, place))}</nav>
${shown.length >= LEAST_HEADINGS && html`<nav class="docs-toc" aria-label="On this page"><p>On this page</p><ul>${shown.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`}
</div>`,
  }
}

interface SidebarSection {
  title: string
  links: readonly SidebarLink[]
}

function sectionsOf(library: Library, reference: readonly SidebarLink[]): SidebarSection[] {
  const written: SidebarSection[] = library.sections
    .filter(({ pages }) => pages.length > 0)
    .map(({ title, pages }) => ({ title, links: pages.map((page) => ({ address: page.address, title: page.title })) }))
  const guides = written.findIndex(({ title }) => title === 'Guides')
  return written.toSpliced(guides < 0 ? 1 : guides + 1, 0, { title: 'API reference', links: reference })
}

function sidebarSection({ title, links }: SidebarSection, place: Place): Html {
  const isOpen = title === place.section || links.some(({ address }) => isAt(place.address, address))
  return html`<details${isOpen && new Html(' open')}><summary>${title}</summary><ul>${links.map((link) => sidebarLink(link, place))}</ul></details>`
}

function sidebarLink({ address, title, children = [] }: SidebarLink, place: Place): Html {
  const isOpen = children.length > 0 && isAt(place.address, address)
  return html`<li><a href="${address}"${address === place.address && new Html(' aria-current="page"')}>${title}</a>${isOpen && html`<ul>${children.map((child) => sidebarLink(child, place))}</ul>`}</li>`
}

const isAt = (address: string, root: string): boolean => address === root || address.startsWith(`${root}/`)
