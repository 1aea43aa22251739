// The links of a page with their text, and whether they are in the footer.
import { Parser } from 'htmlparser2'
import { normalAddress } from './address.ts'

export interface Link {
  url: string
  text: string
  footer: boolean
}

const MOST_LINKS = 3_000
const LONGEST_TEXT = 200
const PIECE = 16_384

export function linksOf(html: string, baseUrl: string): Link[] {
  const found = new Map<string, Link>()
  let base = baseUrl
  let depth = 0
  // Depth of the outermost open footer, or 0.
  let footerAt = 0
  let open: { url: string; text: string; label: string } | undefined

  const close = (): void => {
    if (open) addLink(found, { url: open.url, text: wordsOf(open.text) || wordsOf(open.label), footer: footerAt > 0 })
    open = undefined
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      if (footerAt === 0 && isFooter(name, attributes)) footerAt = depth
      if (name === 'base' && attributes.href) base = normalAddress(attributes.href, baseUrl) ?? base
      if (name === 'img' && open) open.text += ` ${attributes.alt ?? ''}`
      if (name !== 'a') return
      close()
      const url = attributes.href ? normalAddress(attributes.href, base) : undefined
      if (url) open = { url, text: '', label: attributes['aria-label'] ?? attributes.title ?? '' }
    },
    ontext(text) {
      if (open && open.text.length < LONGEST_TEXT) open.text += text
    },
    onclosetag(name) {
      if (name === 'a' || depth === footerAt) close()
      if (depth === footerAt) footerAt = 0
      depth--
    },
  })
  for (let at = 0; at < html.length && found.size < MOST_LINKS; at += PIECE) parser.write(html.slice(at, at + PIECE))
  parser.end()
  close()
  return [...found.values()].slice(0, MOST_LINKS)
}

/** For a duplicate address, text in the footer is preferred, and any text over none. */
function addLink(found: Map<string, Link>, link: Link): void {
  const known = found.get(link.url)
  if (!known || known.text === '' || (link.footer && !known.footer && link.text !== ''))
    found.set(link.url, { ...link, footer: link.footer || (known?.footer ?? false) })
}

const wordsOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT)

/** A footer element, role, or block with this name. */
function isFooter(name: string, { role, id = '', class: classes = '' }: Readonly<Record<string, string>>): boolean {
  if (name === 'footer' || role === 'contentinfo') return true
  return (
    (name === 'div' || name === 'section') && /(?:^|[\s_-])footer(?:$|[\s_-])/i.test(`${id} ${classes}`.slice(0, 200))
  )
}
