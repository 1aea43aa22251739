// Splits a SELECT into pieces: fields of the table, and text such as variables of the program. Host variables get an @,
// because reading a CDS entity requires the strict mode.
import { isExpression, kindOf, textOf } from '../abaplint/nodes.ts'
import type { ExpressionNode, Node, StatementNode } from '../abaplint/parts.ts'
import type { Part, SelectFact, Span } from './facts.ts'

export function readSelect(statement: StatementNode, span: Span, isLoop: boolean): SelectFact | undefined {
  const root = expressions(statement).find((one) => /^Select(?:Loop)?$/.test(kindOf(one)))
  const select = root && (expressions(root).find((one) => kindOf(one) === 'Select') ?? root)
  if (!select) return undefined
  const clause = (name: string) => inside(select).find((one) => kindOf(one) === name)
  const from = clause('SQLFrom')
  const sources = from ? inside(from).filter((one) => kindOf(one) === 'SQLFromSource') : []
  const name = sources[0] && inside(sources[0]).find((one) => kindOf(one) === 'DatabaseTable')
  if (!sources[0] || !name) return undefined
  const table = textOf(name).toUpperCase()
  const alias = inside(sources[0]).find((one) => kindOf(one) === 'SQLAsName')
  const list = inside(select).find((one) => /^SQLFieldList(?:Loop|LoopGreedy)?$/.test(kindOf(one)))
  const [into, upTo, forAll] = [INTO.map(clause).find(Boolean), clause('SQLUpTo'), clause('SQLForAllEntries')]
  const isStrict = textOf(statement).includes('@')
  const unsupported = reasonAgainst(statement, select, { sources: sources.length, list, hasTarget: into !== undefined })
  return {
    ...span,
    table,
    ...(alias && { alias: textOf(alias) }),
    mode: isLoop ? 'loop' : /^SELECT\s+SINGLE\b/i.test(textOf(statement)) ? 'single' : 'table',
    distinct: /^SELECT\s+DISTINCT\b/i.test(textOf(statement)) || /\bFIELDS\s+DISTINCT\b/i.test(textOf(statement)),
    fields: list ? fieldsIn(list) : [],
    isAll: list !== undefined && textOf(list) === '*',
    where: partsOf(whereIn(select), isStrict),
    groupBy: withCommas(partsOf(clause('SQLGroupBy')), /^\s*GROUP BY\b/i),
    having: partsOf(clause('SQLHaving'), isStrict),
    orderBy: withCommas(partsOf(clause('SQLOrderBy')), /^\s*ORDER BY\b/i),
    into: into ? textFrom(partsOf(into)) : '',
    ...(upTo && { upTo: textFrom(partsOf(upTo)) }),
    ...(forAll && { forAllEntries: textFrom(partsOf(forAll)) }),
    ...(unsupported && { unsupported }),
  }
}

const INTO = ['SQLIntoTable', 'SQLIntoStructure', 'SQLIntoList']

const AGAINST: readonly [pattern: RegExp, reason: string][] = [
  [/^(?:SQLJoin|SQLJoinSource)$/, 'The SELECT joins several sources.'],
  [/^Dynamic$/, 'A part of the SELECT is only known at run time.'],
  [/^(?:SQLSetOp|SQLSetOpGroup)$/, 'The statement combines several SELECTs.'],
  [/^(?:SQLPathForColumn|SQLPathForEntity)$/, 'The SELECT uses a path expression.'],
  [/^SQLClient$/, 'The SELECT reads other clients.'],
  [/^SQLHints$/, 'The SELECT has database hints.'],
  [/^DatabaseConnection$/, 'The SELECT reads another database.'],
  [
    /^(?:SQLPackageSize|SQLCreating|SQLExtendedResult|SQLPrivilegedAccess|SQLOffset)$/,
    'The SELECT uses an addition that is not supported.',
  ],
]

function reasonAgainst(
  statement: StatementNode,
  select: ExpressionNode,
  { sources, list, hasTarget }: { sources: number; list: ExpressionNode | undefined; hasTarget: boolean },
): string | undefined {
  if (sources > 1) return 'The SELECT joins several sources.'
  if (statement.getColon()) return 'The statement is part of a chain.'
  if (!hasTarget) return 'The SELECT has no INTO, so it fills a work area with the name of the table.'
  if (!list) return 'The field list could not be parsed.'
  if ((textOf(statement).match(/\bSELECT\b/gi) ?? []).length > 1) return 'The statement contains another SELECT.'
  if (/\bFOR UPDATE\b/i.test(textOf(statement)))
    return 'The SELECT locks the row that it reads, which is not possible with a CDS entity.'
  if (/\bORDER BY PRIMARY KEY\b/i.test(textOf(statement)))
    return 'The SELECT sorts by the primary key, which the entity may not have.'
  for (const node of inside(select)) {
    const [, reason] = AGAINST.find(([pattern]) => pattern.test(kindOf(node))) ?? []
    if (reason) return reason
  }
  return undefined
}

/** The condition after WHERE, but not the one of HAVING. */
const whereIn = (select: ExpressionNode): ExpressionNode | undefined =>
  select
    .getChildren()
    .filter(isExpression)
    .find((one) => kindOf(one) === 'SQLCond') ??
  inside(select).find((one) => kindOf(one) === 'SQLCond' && !isInHaving(select, one))

const isInHaving = (select: ExpressionNode, node: ExpressionNode): boolean =>
  inside(select).some((one) => kindOf(one) === 'SQLHaving' && inside(one).includes(node))

/** Old statements have no commas between fields. */
function fieldsIn(list: ExpressionNode): SelectFact['fields'] {
  const fields: SelectFact['fields'] = []
  let isAlias = false
  for (const child of list.getChildren()) {
    if (!isExpression(child)) {
      isAlias = child.getFirstToken().getUpperStr() === 'AS'
      continue
    }
    if (isAlias || kindOf(child) === 'SQLAsName') {
      const last = fields.at(-1)
      if (last) last.alias = textOf(child)
      isAlias = false
      continue
    }
    const as = expressions(child).find((one) => kindOf(one) === 'SQLAsName')
    const whole = partsOf(child)
    const parts = as ? partsWithout(whole, textOf(as)) : whole
    const [only] = parts
    fields.push({
      parts,
      ...(as && { alias: textOf(as) }),
      ...(parts.length === 1 && only && 'field' in only && { field: only.field }),
    })
  }
  return fields
}

/** Removes `AS alias` from the end. */
function partsWithout(parts: Part[], alias: string): Part[] {
  const text = parts.at(-1)
  if (!text || !('text' in text)) return parts
  const cut = text.text.replace(
    new RegExp(`\\s*\\bAS\\s+${alias.replace(/[$()*+.?[\]^{|}\\]/g, '\\$&')}\\s*$`, 'i'),
    '',
  )
  return cut.trim() === '' ? parts.slice(0, -1) : [...parts.slice(0, -1), { text: cut }]
}

/** The strict mode requires commas between the fields of ORDER BY and GROUP BY. */
function withCommas(parts: Part[], opening: RegExp): Part[] {
  const body = parts.flatMap((part, at) => {
    if (at > 0 || !('text' in part)) return [part]
    const text = part.text.replace(opening, '').trimStart()
    return text === '' ? [] : [{ text }]
  })
  return body.flatMap((part, at) => {
    const before = body[at - 1]
    const hasComma = !before || ('text' in before && before.text.includes(','))
    return 'field' in part && !hasComma ? [{ text: ', ' }, part] : [part]
  })
}

function partsOf(node: ExpressionNode | undefined, isStrict = false): Part[] {
  const clause: Clause = { parts: [], isStrict, end: undefined }
  if (node) walk(node, clause)
  return clause.parts
}

interface Clause {
  parts: Part[]
  /** Host variables are escaped, so a name without @ is a field. */
  isStrict: boolean
  /** The end of the last word. Words without a space between them stay together, such as `COUNT(`. */
  end: ReturnType<ReturnType<ExpressionNode['getLastToken']>['getEnd']> | undefined
}

const HOST = /^(?:SQLSource|SQLSourceNoSpace|SQLSourceSimple|SQLTarget|SQLSimpleSource)$/
const CONSTANT = /^(?:'|`|-?\d|@)/

function walk(node: Node, clause: Clause): undefined {
  if (!isExpression(node)) return put(node, clause, { text: textOf(node as unknown as ExpressionNode) })
  const kind = kindOf(node)
  if (kind === 'SQLFieldName' || kind === 'SQLAliasField') return putField(node, clause)
  if (HOST.test(kind)) {
    const text = textOf(node)
    if (/^\w+~\w+$/.test(text) || (clause.isStrict && /^[a-z_]\w*$/i.test(text))) return putField(node, clause)
    return put(node, clause, { text: CONSTANT.test(text) ? text : `@${text}` })
  }
  if (kind === 'SQLIn' && !/[@(]/.test(textOf(node)))
    return put(node, clause, { text: textOf(node).replace(/^IN\s+/i, 'IN @') })
  for (const child of node.getChildren()) walk(child, clause)
}

/** `itab-field` is a subtraction in the grammar, but a real subtraction has spaces around its sign. */
function putField(node: ExpressionNode, clause: Clause): undefined {
  const text = textOf(node)
  const before = clause.parts.at(-1)
  const isComponent = before && 'text' in before && /@[\w<>/-]+-$/.test(before.text) && isGlued(node, clause)
  if (isComponent || text.endsWith('*')) return put(node, clause, { text })
  return put(node, clause, { field: text.slice(text.lastIndexOf('~') + 1).toUpperCase() })
}

const isGlued = (node: Node, { end }: Clause): boolean => {
  const start = node.getFirstToken().getStart()
  return end !== undefined && end.getRow() === start.getRow() && end.getCol() === start.getCol()
}

function put(node: Node, clause: Clause, part: Part): undefined {
  const gap = clause.end === undefined || isGlued(node, clause) ? '' : ' '
  const last = clause.parts.at(-1)
  const text = 'text' in part ? gap + part.text : gap
  if (text !== '') {
    if (last && 'text' in last) last.text += text
    else clause.parts.push({ text: text })
  }
  if ('field' in part) clause.parts.push(part)
  clause.end = node.getLastToken().getEnd()
}

const textFrom = (parts: readonly Part[]): string =>
  parts.map((part) => ('text' in part ? part.text : part.field)).join('')

const expressions = (node: { getChildren(): readonly Node[] }): ExpressionNode[] =>
  node.getChildren().filter(isExpression)
const inside = (node: { getChildren(): readonly Node[] }): ExpressionNode[] =>
  expressions(node).flatMap((one) => [one, ...inside(one)])
