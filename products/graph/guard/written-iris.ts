// Finds the IRIs in a text after its prologues, resolved, with their positions.
import { resolveIri } from './iri.ts'
import { tokens } from './scan.ts'

interface WrittenIri {
  iri: string
  start: number
  end: number
}

/** The text must have been parsed before: IRIs that cannot be resolved were rejected then. */
export function* writtenIris(text: string, baseIri: string | undefined): Generator<WrittenIri> {
  const prefixes = new Map<string, string>()
  let base = baseIri
  /** What the next IRI declares: the base, or a prefix once its name is known. */
  let declared: 'base' | 'prefix' | { prefix: string } | undefined
  for (const { kind, image, offset } of tokens(text)) {
    if (kind === 'word' && /^(?:base|prefix)$/i.test(image)) {
      declared = image.toLowerCase() as 'base' | 'prefix'
      continue
    }
    if (kind !== 'iri' && kind !== 'name') continue
    if (declared === 'prefix') {
      declared = { prefix: image.slice(0, -1) }
      continue
    }
    const iri = kind === 'iri' ? resolveIri(image.slice(1, -1), base) : meant(image, prefixes)
    if (iri === undefined) continue
    if (declared === 'base') base = iri
    else if (declared) prefixes.set(declared.prefix, iri)
    else yield { iri, start: offset, end: offset + image.length }
    declared = undefined
  }
}

function meant(name: string, prefixes: ReadonlyMap<string, string>): string | undefined {
  const colon = name.indexOf(':')
  const namespace = prefixes.get(name.slice(0, colon))
  return namespace === undefined ? undefined : namespace + name.slice(colon + 1).replace(/\\(.)/g, '$1')
}
