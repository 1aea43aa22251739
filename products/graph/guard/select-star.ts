// Clients expect the columns of `SELECT *` in text order (SPARQL 1.1 §16.1 leaves the order open), but the engine sorts
// them by name. So the star is replaced by the variables.
import type { Pattern, QuerySelect, Term, TripleCollection, TripleNesting } from '@traqula/rules-sparql-1-1'
import type { ParsedQuery } from './parse.ts'

/** The text to run: an outermost `SELECT *` names its variables. */
export function namedVariables({ text, ast }: ParsedQuery): string {
  if (ast.subType !== 'select') return text
  const [star] = ast.variables
  if (star?.type !== 'wildcard' || star.loc.sourceLocationType !== 'source') return text
  const names = new Set<string>()
  addSelected(ast, names)
  // Without variables, only the star is valid.
  if (names.size === 0) return text
  const list = [...names].map((name) => ` ?${name}`).join('')
  return `${text.slice(0, star.loc.start)}${list} ${text.slice(star.loc.end)}`
}

/** Adds the variables that are visible outside (SPARQL 1.1 §18.2.1). Groups are at most 64 levels deep here. */
function addSelected({ variables, where, values }: QuerySelect, names: Set<string>): void {
  for (const selected of variables) {
    if (selected.type === 'wildcard') addVisible(where, names)
    else addTerm(selected.type === 'term' ? selected : selected.variable, names)
  }
  // VALUES after the query is joined before the selection.
  if (variables[0]?.type === 'wildcard' && values) addVisible(values, names)
}

/** Adds the variables of a pattern that are visible outside. */
export function addVisible(pattern: Pattern | QuerySelect, names: Set<string>): void {
  if (pattern.type === 'query') {
    addSelected(pattern, names)
    return
  }
  switch (pattern.subType) {
    case 'bgp':
      for (const triple of pattern.triples) addTriple(triple, names)
      return
    case 'bind':
      addTerm(pattern.variable, names)
      return
    case 'values':
      for (const variable of pattern.variables) addTerm(variable, names)
      return
    // Variables in these patterns are not visible outside.
    case 'filter':
    case 'minus':
      return
    case 'graph':
    case 'service':
      addTerm(pattern.name, names)
  }
  for (const part of pattern.patterns) addVisible(part as Pattern, names)
}

function addTriple(part: TripleNesting | TripleCollection, names: Set<string>): void {
  if (part.type === 'tripleCollection') {
    for (const triple of part.triples) addTriple(triple, names)
    return
  }
  for (const node of [part.subject, part.predicate, part.object]) {
    if (node.type === 'tripleCollection') addTriple(node, names)
    else if (node.type === 'term') addTerm(node, names)
  }
}

function addTerm(term: Term, names: Set<string>): void {
  if (term.subType === 'variable') names.add(term.value)
}
