// BASE and PREFIX as they apply to an operation of an update request; they carry over to later operations.
import type { ContextDefinition, TermIri } from '@traqula/rules-sparql-1-1'
import { resolveIri } from '../../guard/iri.ts'
import { EngineError } from '../engine.ts'

export interface Prologue {
  add(definitions: readonly ContextDefinition[]): void
  iri(term: TermIri): string
  /** For the head of a query. */
  text(): string
}

export function newPrologue(base: string | undefined): Prologue {
  const prefixes = new Map<string, string>()

  function resolve(reference: string): string {
    const iri = resolveIri(reference, base)
    if (iri === undefined) throw new EngineError('syntax', `The IRI <${reference}> cannot be resolved.`)
    return iri
  }

  return {
    add(definitions) {
      for (const definition of definitions) {
        const iri = resolve(definition.value.value)
        if (definition.subType === 'base') base = iri
        else prefixes.set(definition.key, iri)
      }
    },
    iri(term) {
      if (!('prefix' in term) || term.prefix === undefined) return resolve(term.value)
      const start = prefixes.get(term.prefix)
      if (start === undefined) throw new EngineError('syntax', `The prefix “${term.prefix}:” is not declared.`)
      return start + term.value.replace(ESCAPED, '$1')
    },
    text: () =>
      [
        ...(base === undefined ? [] : [`BASE <${base}>`]),
        ...[...prefixes].map(([name, iri]) => `PREFIX ${name}: <${iri}>`),
        '',
      ].join('\n'),
  }
}

/** PN_LOCAL_ESC: the parser leaves local names as they are written. */
const ESCAPED = /\\([_~.\-!$&'()*+,;=/?#@%])/g
