// Reference resolution of RFC 3986 §5.2 by characters. IRIs are not normalized any further, so two spellings of an
// address remain two names, as in the engine.

interface Parts {
  scheme?: string
  authority?: string
  path: string
  query?: string
  fragment?: string
}

const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

/** The absolute IRI; undefined if a relative reference cannot be resolved, or readers would resolve it differently. */
export function resolveIri(reference: string, base: string | undefined): string | undefined {
  const ref = partsOf(reference)
  // An IRI with a scheme stays as written; the engine keeps its dot segments too.
  if (ref.scheme !== undefined) return reference
  if (base === undefined) return undefined
  const from = partsOf(base)
  return isAmbiguous(ref, from) ? undefined : compose(against(ref, from))
}

/**
 * RFC 3986 and the engine (oxiri) differ for dot segments outside a plain hierarchical path, as in `</../x>` on
 * `urn:y`. The IRI that was checked would not be the one that runs.
 */
function isAmbiguous(ref: Parts, base: Parts): boolean {
  if (base.scheme === undefined) return true
  // “1a:b” looks like it has a scheme but does not (RFC 3986 §4.2).
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
