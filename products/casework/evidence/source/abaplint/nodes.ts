// Helpers for the nodes of a parse tree.
import { type ExpressionNode, Expressions, type Node, type StatementNode } from './parts.ts'

/** The node's name in the grammar: `DatabaseTable`, `TypeName`, `InsertDatabase` … */
export const kindOf = (node: { get(): object }): string => node.get().constructor.name
export const isExpression = (node: Node | undefined): node is ExpressionNode => node instanceof Expressions
export const textOf = (node: { concatTokens(): string }): string => node.concatTokens()
export const upperOf = (node: { concatTokens(): string }): string => node.concatTokens().toUpperCase()

/** The words of a statement before a node, in upper case, each followed by a space. */
export function before(statement: StatementNode, node: Node): string {
  const start = node.getFirstToken().getStart()
  let words = ''
  for (const token of statement.getTokens()) {
    if (!token.getStart().isBefore(start)) break
    words += `${token.getUpperStr()} `
  }
  return words
}

/** The words of a statement after a node, in upper case, each followed by a space. */
export function after(statement: StatementNode, node: Node): string {
  const end = node.getLastToken().getEnd()
  let words = ''
  for (const token of statement.getTokens()) if (!token.getStart().isBefore(end)) words += `${token.getUpperStr()} `
  return words
}

/** `'X'` and `` `X` `` without their quotes; undefined for all other text. */
export const literalOf = (text: string | undefined): string | undefined =>
  /^(?:'((?:[^']|'')*)'|`((?:[^`]|``)*)`)$/
    .exec(text ?? '')
    ?.slice(1)
    .find((part) => part !== undefined)
    ?.trim()
