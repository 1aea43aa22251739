// Finds the statements of a source that the studio can rewrite. One that cannot be rewritten gets a reason.
import { isExpression, kindOf, literalOf, textOf } from '../abaplint/nodes.ts'
import { ABAPObject, type AbapFile, type ExpressionNode, type Node, type StatementNode } from '../abaplint/parts.ts'
import { openRepository } from '../abaplint/repository.ts'
import type { CallFact, Span, StatementFacts } from './facts.ts'
import { readSelect } from './read-select.ts'

export function readStatements(source: { filename: string; text: string }): StatementFacts {
  const { abap } = openRepository([source])
  const facts: StatementFacts = { calls: [], selects: [] }
  const places = openPlaces(source.text)
  for (const object of abap)
    if (object instanceof ABAPObject) for (const file of object.getABAPFiles()) readFile(file, places, facts)
  return facts
}

type Places = (statement: StatementNode) => Span

function readFile(file: AbapFile, spanOf: Places, facts: StatementFacts): void {
  const ends = endings(file)
  for (const statement of file.getStatements()) {
    const kind = kindOf(statement)
    if (kind === 'CallFunction') {
      const call = readCall(statement, spanOf(statement))
      if (call) facts.calls.push(call)
    } else if (kind === 'Select' || kind === 'SelectLoop') {
      const isLoop = kind === 'SelectLoop'
      const select = readSelect(statement, spanOf(statement), isLoop)
      if (select && isLoop && !ends) select.unsupported ??= 'The loop has no ENDSELECT.'
      if (select) facts.selects.push(select)
    }
  }
}

const endings = (file: AbapFile): boolean => file.getStatements().some((one) => kindOf(one) === 'EndSelect')

function openPlaces(text: string): Places {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  // Positions do not count a byte order mark.
  const shift = text.startsWith('\uFEFF') ? 1 : 0
  const offset = (row: number, column: number) => (starts[row - 1] ?? 0) + column - 1 + (row === 1 ? shift : 0)
  return (statement) => {
    const [first, last] = [statement.getFirstToken().getStart(), statement.getLastToken().getEnd()]
    return {
      start: offset(first.getRow(), first.getCol()),
      end: offset(last.getRow(), last.getCol()),
      line: first.getRow(),
      indent: first.getCol() - 1,
    }
  }
}

const OPTIONS = /\b(?:STARTING NEW TASK|IN UPDATE TASK|IN BACKGROUND|DESTINATION|PARAMETER-TABLE|EXCEPTION-TABLE)\b/i

function readCall(statement: StatementNode, span: Span): CallFact | undefined {
  const all = allIn(statement)
  const name = literalOf(textOf(all.find((one) => kindOf(one) === 'FunctionName') ?? statement))
  if (!name) return undefined
  const call: CallFact = {
    ...span,
    function: name.toUpperCase(),
    exporting: all.filter((one) => kindOf(one) === 'FunctionExportingParameter').flatMap(passedIn),
    importing: [],
    changing: [],
    tables: [],
    exceptions: all.filter((one) => kindOf(one) === 'ParameterException').flatMap(passedIn),
  }
  const parameters = all.find((one) => kindOf(one) === 'FunctionParameters')
  let section = ''
  for (const child of parameters?.getChildren() ?? [])
    if (!isExpression(child)) section = child.getFirstToken().getUpperStr().toLowerCase()
    else if (section === 'importing' || section === 'changing' || section === 'tables')
      call[section].push(
        ...allIn(child)
          .filter((one) => kindOf(one) === 'ParameterT')
          .flatMap(passedIn),
      )
  const option = OPTIONS.exec(optionsOf(statement, parameters))?.[0]
  const unsupported = option
    ? `The call uses ${option.toUpperCase()}.`
    : statement.getColon()
      ? 'The statement is part of a chain.'
      : undefined
  return { ...call, ...(unsupported && { unsupported }) }
}

/** The words of the statement outside the parameters. */
function optionsOf(statement: StatementNode, parameters: ExpressionNode | undefined): string {
  return statement
    .getChildren()
    .filter((child) => child !== parameters)
    .map((child) => textOf(child as ExpressionNode))
    .join(' ')
}

/** Splits `name = value`. For an exception, MESSAGE and the rest are not part of its number. */
function passedIn(node: ExpressionNode): { name: string; value: string }[] {
  const [, name, value] = /^\s*(\S+)\s*=\s*([\s\S]+)$/.exec(textOf(node)) ?? []
  return name && value
    ? [{ name: name.replace(/^!/, '').toUpperCase(), value: value.replace(/\s+MESSAGE\s.*$/i, '') }]
    : []
}

function allIn(node: { getChildren(): readonly Node[] }): ExpressionNode[] {
  return node.getChildren().flatMap((child) => (isExpression(child) ? [child, ...allIn(child)] : []))
}
