// A document with its lists, tables and headings. Marks the quote, and renders mentions of objects.
import type { DocumentDetail } from '@veritrace/contract/casework/documents'
import { createElement, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import './document-page.css'
import { openPlaces, type Piece } from './places.ts'

type Mention = DocumentDetail['mentions'][number]
interface Props {
  document: Pick<DocumentDetail, 'text' | 'html' | 'mentions'>
  mark?: readonly [number, number] | undefined
  /** Renders a mention, for example with a tooltip. */
  renderMention?(mention: Mention, text: string): ReactNode
}

/** Scrolls the marked text into view when it first appears. */
export function DocumentPage({ document: { text, html, mentions }, mark, renderMention }: Props) {
  const place = useRef<HTMLElement>(null)
  const start = mark?.[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll again when the text or the mark changes
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), [start, text])
  const body = useMemo(() => new DOMParser().parseFromString(html ?? '', 'text/html').body, [html])
  const named = renderMention ? mentions : []
  const edges = [...(mark ?? []), ...named.flatMap((one) => [one.start, one.end])]
  const placesOf = openPlaces(text ?? '', edges)
  const isMarked = (at: number): boolean => mark !== undefined && mark[0] <= at && at < mark[1]
  // Only the first marked piece gets the ref.
  let goal: RefObject<HTMLElement | null> | null = place
  const show = ({ words, at }: Piece): ReactNode => {
    if (at === undefined) return words
    const mention = named.find((one) => one.start <= at && at < one.end)
    const shown = mention && renderMention ? renderMention(mention, words) : words
    if (!isMarked(at)) return shown
    const ref = goal
    goal = null
    return <mark ref={ref}>{shown}</mark>
  }
  return <div className="document-page quote max-w-[80ch] break-words text-ink">{childrenOf(body, placesOf, show)}</div>
}

type PlacesOf = ReturnType<typeof openPlaces>
type Show = (piece: Piece) => ReactNode

const childrenOf = (parent: Node, placesOf: PlacesOf, show: Show): ReactNode[] =>
  [...parent.childNodes].flatMap((node, i) => {
    // Ignores whitespace between the items of a list or the cells of a table.
    if (node instanceof Text)
      return node.data.trim() || !PARTED.has(parent.nodeName) ? placesOf(node.data).map(show) : []
    return node instanceof Element ? [elementOf(node, `${i}`, placesOf, show)] : []
  })

const PARTED = new Set(['UL', 'OL', 'DL', 'TABLE', 'THEAD', 'TBODY', 'TFOOT', 'TR'])
const TAGS = new Set(
  'p div blockquote ul ol dl dt dd li pre table caption thead tbody tfoot tr th td hr br code em strong b i del sub sup kbd'.split(
    ' ',
  ),
)
/** The page around the document uses h1 and h2. */
const HEADINGS: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' }

function elementOf(element: Element, key: string, placesOf: PlacesOf, show: Show): ReactNode {
  const name = element.localName
  const children = childrenOf(element, placesOf, show)
  const href = element.getAttribute('href') ?? ''
  if (name === 'a' && /^(?:https?|mailto):/.test(href))
    return createElement('a', { key, href, target: '_blank', rel: 'noreferrer' }, ...children)
  const tag = HEADINGS[name] ?? (TAGS.has(name) ? name : 'span')
  return createElement(tag, { key, ...attributesOf(element) }, ...children)
}

function attributesOf(element: Element): Record<string, number> {
  const number = (name: string): number => Number(element.getAttribute(name)) || 1
  if (element.localName === 'ol' && element.hasAttribute('start')) return { start: number('start') }
  return /^t[hd]$/.test(element.localName) ? { colSpan: number('colspan'), rowSpan: number('rowspan') } : {}
}
