// The IRIs that a text names after its prologues, each where it stands and as it is meant, however it is written.
import { resolveIri } from './iri.ts'
import { tokens } from './scan.ts'

interface WrittenIri {
  iri: string
  start: number
  end: number
}

/** Of a text that was parsed before: what cannot be resolved has been refused. */
export function* writtenIris(text: string, baseIri: string | undefined): Generator<WrittenIri> {
  const prefixes = new Map<string, string>()
  let base = baseIri
  /** What the next IRI is declared as: the base, or a prefix once its name is known. */
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
