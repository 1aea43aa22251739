// The predicates that label or describe a node, and the choice of the best label. Pure functions.

export const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** Best first. */
export const LABELS: readonly string[] = [
  'http://www.w3.org/2004/02/skos/core#prefLabel',
  'http://www.w3.org/2000/01/rdf-schema#label',
  'http://schema.org/name',
  'https://schema.org/name',
  'http://xmlns.com/foaf/0.1/name',
  'http://purl.org/dc/terms/title',
  'http://purl.org/dc/elements/1.1/title',
  'http://www.w3.org/2004/02/skos/core#altLabel',
]

export const DESCRIPTIONS: readonly string[] = [
  'http://www.w3.org/2000/01/rdf-schema#comment',
  'http://www.w3.org/2004/02/skos/core#definition',
  'http://schema.org/description',
  'https://schema.org/description',
  'http://purl.org/dc/terms/description',
  'http://purl.org/dc/elements/1.1/description',
]

const RANKS = new Map(LABELS.map((iri, rank) => [iri, rank]))
export const isLabel = (predicate: string): boolean => RANKS.has(predicate)

interface Named {
  predicate: string
  object: string
  language: string | null
}

/** Orders by predicate, then language (requested, none, others), then length. Undefined if there is no label. */
export function bestLabel<T extends Named>(statements: readonly T[], language = 'en'): T | undefined {
  return statements.filter(({ predicate, object }) => isLabel(predicate) && object.trim() !== '').toSorted(byMerit)[0]

  function byMerit(a: T, b: T): number {
    return (
      RANKS.get(a.predicate)! - RANKS.get(b.predicate)! ||
      strangeness(a.language) - strangeness(b.language) ||
      a.object.length - b.object.length ||
      (a.object < b.object ? -1 : 1)
    )
  }
  function strangeness(tag: string | null): number {
    if (tag === null) return 1
    return inLanguage(tag, language) ? 0 : 2
  }
}

/** RFC 4647 §3.3.1: `en` matches `en` and `en-GB`. */
export function inLanguage(tag: string, range: string): boolean {
  const [language, wanted] = [tag.toLowerCase(), range.toLowerCase()]
  return wanted === '*' || language === wanted || language.startsWith(`${wanted}-`)
}

const LONGEST_EMBEDDED = 400

/** The text to embed for a node: its best label, other names, and the start of its description. */
export function textOf(statements: readonly Named[]): string | undefined {
  const best = bestLabel(statements)
  if (!best) return undefined
  const others = statements.filter((one) => isLabel(one.predicate) && one !== best).map(({ object }) => object.trim())
  const descriptions = DESCRIPTIONS.flatMap((iri) => statements.filter(({ predicate }) => predicate === iri))
  const description = descriptions.find(({ language }) => language === null || inLanguage(language, 'en'))
  const names = [...new Set([best.object.trim(), ...others.toSorted()])].slice(0, 6).join(', ')
  return `${names}. ${description?.object.trim() ?? ''}`.trim().slice(0, LONGEST_EMBEDDED).toWellFormed()
}

/** The last part of an IRI as words: `…#worksFor` becomes `works for`. */
export function wordsOfIri(iri: string): string {
  const last =
    iri
      .replace(/[/#]+$/, '')
      .split(/[/#:]/)
      .at(-1) ?? iri
  return decoded(last)
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
