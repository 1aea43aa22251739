// Classifies a page by its address, then by its name, then by its first line.
import { isLocale } from './address.ts'
import { BLOG, DOCS, ELSEWHERE, KIND_PATTERNS } from './kind-patterns.ts'
import type { SourceKind } from './kinds.ts'

export interface PageLook {
  url: string
  title: string
  /** Text of the link to the page. */
  anchor?: string
  text?: string
}

/** Kinds whose words are clear anywhere; a page called `security` in a manual may be about anything. */
const UNMISTAKABLE: ReadonlySet<SourceKind> = new Set([
  'subprocessors',
  'dpa',
  'vulnerability_disclosure',
  'model_card',
])
const OPENING = 160

export function classify({ url, title, anchor = '', text = '' }: PageLook): SourceKind | '' {
  const { hostname, pathname } = new URL(url)
  const parts = partsOf(pathname)
  if (/(?:^|\/\.well-known)\/security\.txt$/.test(pathname)) return 'security_txt'
  if (parts.length === 0)
    return byHost(hostname) || (isNamed(hostname) ? byWords(anchor) || byWords(headOf(title)) : 'homepage')
  const place = placeOf(hostname, parts)
  if (place === 'blog') return 'blog'
  const kind =
    bySlug(parts.at(-1)!) ||
    byWords(anchor) ||
    byWords(headOf(title)) ||
    byHost(hostname) ||
    (parts.length > 1 ? bySlug(parts.at(-2)!) : '') ||
    byWords(text.slice(0, OPENING).split('\n')[0]!)
  if (kind === '' || place === '' || UNMISTAKABLE.has(kind)) return kind || (place === 'docs' ? 'docs' : '')
  return place === 'docs' ? 'docs' : ''
}

/** Path segments in lower case, without file extensions and a leading locale. */
function partsOf(pathname: string): string[] {
  const parts = pathname
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '')
    .map((part) =>
      decoded(part)
        .replace(/\.(?:html?|php|aspx?|pdf|md|txt)$/, '')
        .replace(/[\s_]+/g, '-'),
    )
  if (parts.at(-1) === 'index') parts.pop()
  return isLocale(parts[0] ?? '') ? parts.slice(1) : parts
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The first matching segment decides: `/hc/articles` is a manual, `/blog/docs` is a blog. */
function placeOf(hostname: string, parts: readonly string[]): 'blog' | 'docs' | 'elsewhere' | '' {
  for (const part of [hostname.split('.')[0]!, ...parts.slice(0, -1)]) {
    if (BLOG.test(part)) return 'blog'
    if (DOCS.test(part)) return 'docs'
    if (ELSEWHERE.test(part)) return 'elsewhere'
  }
  return ''
}

/** Recognizes hosts like `trust.acme.example`, `status.acme.example` and `acme-status.example`. */
function byHost(hostname: string): SourceKind | '' {
  const [first = ''] = hostname.split('.')
  if (hostname.split('.').length < 3 && !first.includes('-')) return ''
  if (/^(?:status|systemstatus)$|-status$|^status-/.test(first)) return 'status'
  if (/^trust(?:-?cent(?:er|re))?$|-trust$|^trust-/.test(first)) return 'trust_center'
  if (first === 'security' || first === 'compliance' || first === 'privacy') return first
  return ''
}

/** Whether the host is a subdomain other than www. */
const isNamed = (hostname: string): boolean => !/^www\.|^[^.]+\.[^.]+$/.test(hostname)

const bySlug = (slug: string): SourceKind | '' => KIND_PATTERNS.find((kind) => kind.slug.test(slug))?.kind ?? ''

function byWords(words: string): SourceKind | '' {
  const plain = words.slice(0, OPENING).toLowerCase().replace(/\s+/g, ' ').trim()
  return plain === '' ? '' : (KIND_PATTERNS.find((kind) => kind.words.test(plain))?.kind ?? '')
}

/** The part of a title that names the page: Security in `Security | Acme` and in `Acme – Security`. */
function headOf(title: string): string {
  const pieces = title.split(/\s+[|–—·:-]\s+|:\s+/).slice(0, 4)
  return pieces.find((piece) => byWords(piece) !== '') ?? ''
}
