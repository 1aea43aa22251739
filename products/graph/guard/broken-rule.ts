// Rules beyond the grammar (SPARQL 1.1 §18.2.1 and the notes of §19.8), checked in a text that was rejected, because
// neither the parser nor the engine reports the position.
import type { Pattern, SparqlQuery, TermLiteral } from '@traqula/rules-sparql-1-1'
import { isLanguageTag } from '../terms/language.ts'
import { findReusedLabel } from './blank-labels.ts'
import { type Finding, type Report, reportBound, reportTwice } from './finding.ts'
import { clip } from './problems.ts'
import { checkProjection } from './projection.ts'
import { addVisible } from './select-star.ts'
import { type SparqlNode, walk } from './walk.ts'

/** The first broken rule in text order; undefined if the text was rejected for another reason. */
export function brokenRule(tree: SparqlQuery): Finding | undefined {
  const found: Finding[] = []
  const report: Report = ({ loc }, sentence, token) => {
    if (loc.sourceLocationType === 'source')
      found.push({ offset: loc.start, sentence, ...(token !== undefined && { token }) })
  }
  walk(tree, undefined, (node) => {
    if (node.type === 'query') checkQuery(node, report)
    if (node.type === 'pattern') checkPattern(node as Pattern, report)
    if (node.type === 'solutionModifier' && node.subType === 'limitOffset') checkNumbers(node, report)
    if (node.type === 'term' && node.subType === 'literal') checkLanguage(node, report)
    return undefined
  })
  return found.toSorted((a, b) => a.offset - b.offset)[0] ?? findReusedLabel(tree)
}

function checkQuery(query: Extract<SparqlNode, { type: 'query' }>, report: Report): void {
  if (query.subType === 'select') checkProjection(query, report)
  const { group, having } = query.solutionModifiers
  const clause = group ?? having
  if (clause && (query.subType === 'ask' || query.subType === 'construct'))
    report(clause, `${group ? 'GROUP BY' : 'HAVING'} works only with SELECT. Use a subselect in the pattern.`)
}

function checkPattern(pattern: Pattern, report: Report): void {
  if (pattern.subType === 'values') {
    reportTwice(pattern.variables, 'VALUES', report)
    const columns = new Set(pattern.variables.map(({ value }) => value)).size
    if (pattern.values.some((row) => Object.keys(row).length < columns))
      report(pattern, 'A row of VALUES has fewer values than there are variables.')
  }
  // The branches of a UNION do not follow each other.
  if (!('patterns' in pattern) || pattern.subType === 'union') return
  const bound = new Set<string>()
  for (const part of pattern.patterns as Pattern[]) {
    if (part.subType === 'bind' && bound.has(part.variable.value)) reportBound(part.variable, report)
    addVisible(part, bound)
  }
}

/** The engine counts rows in 32 bits. */
const MOST_ROWS = 2 ** 32 - 1

function checkNumbers(
  clause: Extract<SparqlNode, { type: 'solutionModifier'; subType: 'limitOffset' }>,
  report: Report,
): void {
  for (const [word, number = 0] of [
    ['LIMIT', clause.limit],
    ['OFFSET', clause.offset],
  ] as const)
    if (number > MOST_ROWS) report(clause, `${word} is larger than ${MOST_ROWS.toLocaleString('en')}.`)
}

function checkLanguage({ langOrIri, loc }: TermLiteral, report: Report): void {
  if (typeof langOrIri !== 'string' || isLanguageTag(langOrIri) || loc.sourceLocationType !== 'source') return
  const tag = { loc: { ...loc, start: loc.end - langOrIri.length - 1 } }
  report(tag, `“${clip(langOrIri)}” is not a BCP 47 language tag.`, `@${clip(langOrIri, 79)}`)
}
