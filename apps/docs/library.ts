// The Markdown files of the repository as pages: read once, when someone opens the docs.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Rendered, render } from './markdown.ts'
import { SECTIONS, SHOWN_ELSEWHERE, UNLISTED_FOLDER } from './navigation.ts'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface DocPage extends Rendered {
  /** From the root of the repository. */
  file: string
  /** Such as `/docs/operations/storage`. */
  address: string
  section: string
}

export interface Library {
  pages: ReadonlyMap<string, DocPage>
  sections: { title: string; pages: DocPage[] }[]
}

let known: Library | undefined
export const openLibrary = (): Library => {
  known ??= readLibrary()
  return known
}

/** `docs/operations/storage.md` is at /docs/operations/storage, `products/graph/README.md` at /docs/graph. */
export function addressOf(file: string): string {
  const name = file
    .replace(/^docs\//, '')
    .replace(/^products\//, '')
    .replace(/\.md$/, '')
    .replace(/\/README$/, '')
  return `/docs/${name === name.toUpperCase() ? name.toLowerCase() : name}`
}

function readLibrary(): Library {
  const found = globSync('docs/**/*.md', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !SHOWN_ELSEWHERE.has(file))
    .sort()
  const placed = new Set<string>(SECTIONS.flatMap(({ files }) => files))
  const here = new Set([...found, ...[...placed].filter((file) => file.endsWith('.md') && existsSync(ROOT + file))])
  const sections = SECTIONS.map(({ title, files }) => ({
    title,
    files: files.flatMap((entry) => {
      if (!entry.endsWith('/')) return here.has(entry) ? [entry] : []
      return found.filter((file) => posix.dirname(file) === entry.slice(0, -1) && !placed.has(file))
    }),
  }))
  const unlisted = found.filter((file) => file.startsWith(UNLISTED_FOLDER) && !placed.has(file))
  const pages = new Map<string, DocPage>()
  const listed = sections.map(({ title, files }) => ({
    title,
    pages: files.map((file) => readPage(file, title, here)),
  }))
  for (const page of listed.flatMap((section) => section.pages)) pages.set(page.address, page)
  for (const file of unlisted) {
    const page = readPage(file, 'Decisions', here)
    pages.set(page.address, page)
  }
  return { pages, sections: listed }
}

function readPage(file: string, section: string, here: ReadonlySet<string>): DocPage {
  const rendered = render(
    readFileSync(ROOT + file, 'utf8'),
    (href) => linkFrom(file, href, here),
    (href) => pictureFrom(file, href),
  )
  return { ...rendered, file, section, address: addressOf(file) }
}

/** Links between files become links between pages; a link to source code stays a path, which is shown and leads nowhere else. */
export function linkFrom(file: string, href: string, here: ReadonlySet<string>): string {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(dirname(file), path)).replace(/\/$/, '')
  const suffix = anchor ? `#${anchor}` : ''
  if (target === 'docs/errors.md') return `/docs/errors${suffix}`
  if (target === 'docs/events.md') return `/docs/events${suffix}`
  if (target === 'docs/api') return '/docs/api'
  if (target === 'docs/adr' && here.has('docs/adr/README.md')) return '/docs/adr'
  return here.has(target) ? `${addressOf(target)}${suffix}` : href
}

/** Inside the page: a few pages have pictures, and a data URL needs no address. */
function pictureFrom(file: string, href: string): string {
  const target = posix.normalize(posix.join(dirname(file), href))
  if (!/^docs\/images\/[\w-]+\.png$/.test(target) || !existsSync(ROOT + target)) return href
  return `data:image/png;base64,${readFileSync(ROOT + target, 'base64')}`
}
