// Well-known vocabularies and their usual prefixes.
export const PREFIXES = {
  adms: 'http://www.w3.org/ns/adms#',
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  owl: 'http://www.w3.org/2002/07/owl#',
  prov: 'http://www.w3.org/ns/prov#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  void: 'http://rdfs.org/ns/void#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const
const NAMESPACES = Object.entries(PREFIXES)
const LOCAL = /^[A-Za-z_][A-Za-z0-9_-]*$/

/** `dct:title` for an IRI of a known vocabulary; undefined for others. */
export function shortName(iri: string): string | undefined {
  const known = NAMESPACES.find(([, namespace]) => iri.startsWith(namespace))
  if (!known) return undefined
  const local = iri.slice(known[1].length)
  return LOCAL.test(local) ? `${known[0]}:${local}` : undefined
}

/** The IRI of a prefixed name such as `dct:title`. */
export function longName(name: `${keyof typeof PREFIXES}:${string}`): string {
  const at = name.indexOf(':')
  return PREFIXES[name.slice(0, at) as keyof typeof PREFIXES] + name.slice(at + 1)
}
