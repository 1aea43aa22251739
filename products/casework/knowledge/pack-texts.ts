// The texts of a pack that the graph stores: its ontology, and the shapes of its statements.
import type { Pack } from '../packs/pack.ts'

export const packText = ({ ontology }: Pick<Pack, 'ontology'>) => (ontology ? asUpdate(ontology) : undefined)

/** Turtle and SPARQL share the syntax of triples but not of prefixes. */
function asUpdate(turtle: string): { prefixes: string; triples: string } {
  const isPrefix = (line: string): boolean => /^\s*@prefix\s/i.test(line)
  const lines = turtle.split('\n')
  return {
    prefixes: lines
      .filter(isPrefix)
      .map((line) => line.replace(/^\s*@prefix/i, 'PREFIX').replace(/\.\s*$/, ''))
      .join('\n'),
    triples: lines.filter((line) => !isPrefix(line)).join('\n'),
  }
}

export const shapesOf = ({ ref, shapes }: Pack) =>
  shapes ? { name: `${ref.id} ${ref.version}`, turtle: shapes } : undefined
