// Names allowed in SELECT (SPARQL 1.1 §11.3, §18.2.1): each only once, and for groups only what all rows of a group
// share.
import type { QuerySelect, TermVariable } from '@traqula/rules-sparql-1-1'
import { nameOf, type Report, reportBound, reportTwice } from './finding.ts'
import { addVisible } from './select-star.ts'
import { walk } from './walk.ts'

export function checkProjection(query: QuerySelect, report: Report): void {
  const { group } = query.solutionModifiers
  const columns = query.variables.flatMap((column) => (column.type === 'wildcard' ? [] : [column]))
  if (columns.length < query.variables.length) {
    if (group) report(group, 'SELECT * cannot be combined with GROUP BY; name the variables.')
    return
  }
  const isGrouped = isGrouping(query)
  const bound = isGrouped ? groupedNames(query) : visibleNames(query)
  const named = columns.map((column) => (column.type === 'term' ? column : column.variable))
  reportTwice(named, 'SELECT', report)
  for (const column of columns) {
    if (column.type !== 'term' && bound.has(column.variable.value)) reportBound(column.variable, report)
    if (!isGrouped) continue
    for (const variable of column.type === 'term' ? [column] : outsideAggregates(column.expression))
      if (!bound.has(variable.value)) reportUngrouped(variable, report)
  }
}

/** Without GROUP BY, an aggregate puts all rows into one group. */
function isGrouping({ variables, solutionModifiers }: QuerySelect): boolean {
  const { group, having, order } = solutionModifiers
  let found = group !== undefined
  walk([variables, having, order], false, (node, isInside) => {
    if (node.type === 'query' || isInside) return true
    found ||= node.type === 'expression' && node.subType === 'aggregate'
    return false
  })
  return found
}

function groupedNames({ solutionModifiers }: QuerySelect): Set<string> {
  const names = new Set<string>()
  for (const grouping of solutionModifiers.group?.groupings ?? []) {
    if ('variable' in grouping) names.add(grouping.variable.value)
    else if (grouping.type === 'term' && grouping.subType === 'variable') names.add(grouping.value)
  }
  return names
}

function visibleNames({ where, values }: QuerySelect): Set<string> {
  const names = new Set<string>()
  addVisible(where, names)
  if (values) addVisible(values, names)
  return names
}

/** Skips EXISTS patterns, which have their own variables. */
function outsideAggregates(expression: unknown): TermVariable[] {
  const found: TermVariable[] = []
  walk(expression, false, (node, isInside) => {
    if (!isInside && node.type === 'term' && node.subType === 'variable') found.push(node)
    return isInside || node.type === 'pattern' || (node.type === 'expression' && node.subType === 'aggregate')
  })
  return found
}

function reportUngrouped(variable: TermVariable, report: Report): void {
  const name = nameOf(variable)
  report(variable, `The variable ${name} is neither in GROUP BY nor inside an aggregate such as SAMPLE(${name}).`, name)
}
