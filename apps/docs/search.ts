// Search over pages, their headings and the operations of the API: prefixes and small typos are found too.
import MiniSearch from 'minisearch'
import type { Library } from './library.ts'
import type { Operation } from './reference/catalog.ts'

export interface Hit {
  address: string
  title: string
  /** What the page is part of. */
  within: string
  text: string
}

interface Entry extends Hit {
  id: number
}

const MOST_HITS = 30
const SNIPPET = 180

export function openSearch(library: Library, operations: readonly Operation[]): (query: string) => Hit[] {
  const entries: Entry[] = []
  const add = (hit: Hit): void => void entries.push({ ...hit, id: entries.length })
  for (const { address, title, section, passages } of library.pages.values())
    for (const { id, title: heading, text } of passages)
      if (heading || text)
        add({
          address: id ? `${address}#${id}` : address,
          title: heading || title,
          within: heading ? title : section,
          text,
        })
  for (const { address, method, path, summary, description, product } of operations)
    add({ address, title: summary, within: `${product} API`, text: `${method} ${path} ${description}` })
  const index = new MiniSearch<Entry>({
    fields: ['title', 'within', 'text'],
    searchOptions: {
      boost: { title: 4, within: 2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  })
  index.addAll(entries)
  return (query) =>
    index
      .search(query)
      .slice(0, MOST_HITS)
      .map(({ id, terms }) => {
        const { id: _, ...hit } = entries[id as number]!
        return { ...hit, text: snippetOf(hit.text, terms) }
      })
}

/** Around the first word that was found. */
function snippetOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0)
  const first = places.length > 0 ? Math.min(...places) : 0
  const start = first > SNIPPET / 3 ? lower.lastIndexOf(' ', first - SNIPPET / 3) + 1 : 0
  const cut = text.slice(start, start + SNIPPET).trim()
  return `${start > 0 ? '… ' : ''}${cut}${start + SNIPPET < text.length ? ' …' : ''}`
}
