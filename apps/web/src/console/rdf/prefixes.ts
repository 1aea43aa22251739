// Prefixes: well-known ones, those declared in a query, and generated ones for the namespaces of the graph.

export type Prefixes = Readonly<Record<string, string>>

export const WELL_KNOWN: Prefixes = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  dct: 'http://purl.org/dc/terms/',
  dcat: 'http://www.w3.org/ns/dcat#',
  prov: 'http://www.w3.org/ns/prov#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  schema: 'https://schema.org/',
  sh: 'http://www.w3.org/ns/shacl#',
}

const DECLARATION = /\bPREFIX\s+([A-Za-z][\w.-]*|):\s*<([^<>"{}|^`\\\s]*)>/gi

export const declaredIn = (text: string): Prefixes =>
  Object.fromEntries([...text.matchAll(DECLARATION)].map(([, name, iri]) => [name!, iri!]))

/** Generates prefixes for namespaces that have none: `https://example.com/trust#` becomes `trust`. */
export function deriveFor(iris: readonly string[], known: Prefixes): Prefixes {
  const taken: Record<string, string> = { ...known }
  const spaces = new Set(Object.values(known))
  const derived: Record<string, string> = {}
  for (const iri of iris) {
    const space = namespaceOf(iri)
    if (!space || spaces.has(space)) continue
    spaces.add(space)
    const word = /([A-Za-z][A-Za-z0-9]*)[^A-Za-z0-9]*$/.exec(space.replace(/[\d.]+[#/]?$/, ''))?.[1]?.toLowerCase()
    const base = (word ?? 'ns').slice(0, 12)
    let name = base
    for (let n = 2; name in taken; n++) name = `${base}${n}`
    taken[name] = space
    derived[name] = space
  }
  return derived
}

export const namespaceOf = (iri: string): string => /^.*[#/]/.exec(iri)?.[0] ?? ''

/** Local names that need no escapes. A subset: names with dots and slashes are excluded. */
const LOCAL = /^[A-Za-z0-9_][\w-]*$/

/** `foaf:name`, or undefined if no prefix matches. */
export function shrink(iri: string, prefixes: Prefixes): string | undefined {
  let best: string | undefined
  let longest = 0
  for (const [name, space] of Object.entries(prefixes))
    if (space.length > longest && iri.startsWith(space) && LOCAL.test(iri.slice(space.length))) {
      best = `${name}:${iri.slice(space.length)}`
      longest = space.length
    }
  return best
}
