// Makes every IRI of a tree absolute, in place: traqula keeps prefixes and relative references as written.
import type { ContextDefinition, TermIri } from '@traqula/rules-sparql-1-1'
import { resolveIri } from './iri.ts'
import { clip, invalidSparql } from './problems.ts'
import { walk } from './walk.ts'

export interface Prologue {
  base: string | undefined
  prefixes: ReadonlyMap<string, string>
}

interface Part {
  context: readonly ContextDefinition[]
  body: unknown
}

/** Prologues accumulate from part to part (SPARQL 1.1 Update §3). Returns the one that applies to each part. */
export function resolveNames(text: string, parts: readonly Part[], baseIri: string | undefined): Prologue[] {
  let prologue: Prologue = { base: baseIri, prefixes: new Map() }
  return parts.map(({ context, body }) => {
    if (context.length > 0) prologue = extended(text, prologue, context)
    resolveTerms(text, body, prologue)
    return prologue
  })
}

function extended(text: string, before: Prologue, context: readonly ContextDefinition[]): Prologue {
  let { base } = before
  const prefixes = new Map(before.prefixes)
  for (const definition of context) {
    const iri = absolute(text, definition.value, { base, prefixes })
    if (definition.subType === 'base') base = iri
    else prefixes.set(definition.key, iri)
  }
  return { base, prefixes }
}

function resolveTerms(text: string, body: unknown, prologue: Prologue): void {
  walk(body, false, (node, inPrologue) => {
    if (node.type === 'contextDef') return true
    if (node.type === 'expression' && 'operator' in node) node.operator = plainOperator(node.operator)
    if (inPrologue || node.type !== 'term' || node.subType !== 'namedNode') return inPrologue
    node.value = absolute(text, node, prologue)
    if ('prefix' in node) Reflect.deleteProperty(node, 'prefix')
    return false
  })
}

/** traqula names NOT EXISTS and NOT IN by their source text, including blanks and comments between the words. */
const plainOperator = (operator: string): string =>
  operator.replace(/^not[^a-z].*(exists|in)$/is, (_, second: string) => `not${second.toLowerCase()}`)

function absolute(text: string, term: TermIri, { base, prefixes }: Prologue): string {
  const written = 'prefix' in term ? prefixed(text, term, prefixes) : term.value
  const iri = resolveIri(written, base)
  if (iri !== undefined) return iri
  const sentence =
    base === undefined
      ? `The relative IRI <${clip(written)}> has no BASE to be resolved against.`
      : `The relative IRI <${clip(written)}> cannot be resolved against <${clip(base)}>; write it out.`
  throw invalidSparql(text, sentence, { offset: startOf(term), token: clip(written, 80) })
}

function prefixed(text: string, term: TermIri & { prefix: string }, prefixes: ReadonlyMap<string, string>): string {
  const namespace = prefixes.get(term.prefix)
  if (namespace !== undefined) return namespace + term.value
  throw invalidSparql(text, `The prefix “${clip(term.prefix)}:” is not declared.`, { offset: startOf(term) })
}

const startOf = ({ loc }: TermIri): number | undefined => (loc.sourceLocationType === 'source' ? loc.start : undefined)
