// Reference resolution of RFC 3986 §5.2, on characters: IRIs are not normalised in any other way, so two spellings of one
// address stay two names, as they are for the engine.

interface Parts {
  scheme?: string
  authority?: string
  path: string
  query?: string
  fragment?: string
}

const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

/** The absolute IRI; undefined when a relative reference cannot be resolved, or not the same way by every reader. */
export function resolveIri(reference: string, base: string | undefined): string | undefined {
  const ref = partsOf(reference)
  // An IRI with a scheme is taken as it is written; the engine does not touch its dots either.
  if (ref.scheme !== undefined) return reference
  if (base === undefined) return undefined
  const from = partsOf(base)
  return isAmbiguous(ref, from) ? undefined : compose(against(ref, from))
}

/**
 * RFC 3986 and the engine (oxiri) part ways over dot segments that do not climb a plain path, as in `</../x>` on `urn:y`:
 * a name that was checked as one IRI would run as another.
 */
function isAmbiguous(ref: Parts, base: Parts): boolean {
  if (base.scheme === undefined) return true
  // “1a:b” looks like a scheme and is none (RFC 3986 §4.2).
  if (ref.authority === undefined && /^[^/]*:/.test(ref.path)) return true
  if (hasDots(base.path)) return true
  return hasDots(ref.path) && (ref.authority !== undefined || base.authority === undefined)
}

const hasDots = (path: string): boolean => path.split('/').some((segment) => segment === '.' || segment === '..')

function partsOf(iri: string): Parts {
  const [, scheme, authority, path = '', query, fragment] = PARTS.exec(iri) ?? []
  return { scheme, authority, path, query, fragment }
}

function against(ref: Parts, base: Parts): Parts {
  const { scheme } = base
  const { fragment } = ref
  if (ref.authority !== undefined) return { ...ref, scheme, path: withoutDots(ref.path) }
  const { authority } = base
  if (ref.path === '') return { scheme, authority, path: base.path, query: ref.query ?? base.query, fragment }
  const path = ref.path.startsWith('/') ? ref.path : merge(base, ref.path)
  return { scheme, authority, path: withoutDots(path), query: ref.query, fragment }
}

function merge(base: Parts, path: string): string {
  if (base.authority !== undefined && base.path === '') return `/${path}`
  return base.path.slice(0, base.path.lastIndexOf('/') + 1) + path
}

/** RFC 3986 §5.2.4. */
function withoutDots(path: string): string {
  const absolute = path.startsWith('/')
  const kept: string[] = []
  const segments = (absolute ? path.slice(1) : path).split('/')
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
    if (last && (segment === '.' || segment === '..')) kept.push('')
  }
  return (absolute ? '/' : '') + kept.join('/')
}

const compose = ({ scheme, authority, path, query, fragment }: Parts): string =>
  (scheme === undefined ? '' : `${scheme}:`) +
  (authority === undefined ? '' : `//${authority}`) +
  path +
  (query === undefined ? '' : `?${query}`) +
  (fragment === undefined ? '' : `#${fragment}`)
