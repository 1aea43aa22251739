// Determines whether the parentheses of VALUE x( … ) contain components, rows, or both. Pure.
import type { Node, StatementNode } from '../abaplint/parts.ts'

interface Body {
  hasComponents: boolean
  hasRows: boolean
}

/** A parenthesis after one of these is part of an expression or a condition, not a row. */
const OPERATORS = new Set('= + - * / ** & && DIV MOD AND OR NOT WHERE'.split(' '))

/** `node` is the name after VALUE. */
export function bodyAfter(statement: StatementNode, node: Node): Body {
  const tokens = statement.getTokens()
  const last = node.getLastToken()
  const first = tokens.findIndex((token) => token.getStart().equals(last.getStart())) + 1
  const body = { hasComponents: false, hasRows: false }
  let depth = 0
  for (let at = first; at < tokens.length; at++) {
    const text = tokens[at]!.getStr().toUpperCase()
    const before = tokens[at - 1]!.getStr().toUpperCase()
    // A parenthesis without a space before it belongs to a call.
    const isRow = text === '(' && depth === 1 && !tokens[at - 1]!.getEnd().equals(tokens[at]!.getStart())
    if (isRow && !OPERATORS.has(before)) body.hasRows = true
    if (depth === 1 && text === 'FOR') body.hasRows = true
    if (depth === 1 && text === '=') body.hasComponents = true
    if (text === '(') depth++
    if (text === ')' && --depth === 0) break
  }
  return body
}
