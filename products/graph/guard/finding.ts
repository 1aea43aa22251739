// What is wrong at a place of a text, in words.
import type { TermVariable } from '@traqula/rules-sparql-1-1'
import { clip } from './problems.ts'
import type { SparqlNode } from './walk.ts'

export interface Finding {
  offset: number
  sentence: string
  token?: string
}

/** Notes that something is wrong at a part of the text. */
export type Report = (part: Pick<SparqlNode, 'loc'>, sentence: string, token?: string) => void

export function reportTwice(variables: readonly TermVariable[], clause: string, report: Report): void {
  const seen = new Set<string>()
  for (const variable of variables) {
    if (seen.has(variable.value))
      report(variable, `The variable ${nameOf(variable)} stands twice in ${clause}.`, nameOf(variable))
    seen.add(variable.value)
  }
}

export const reportBound = (variable: TermVariable, report: Report): void =>
  report(variable, `The variable ${nameOf(variable)} is bound already; AS needs another name.`, nameOf(variable))

/** As it is told. */
export const nameOf = ({ value }: TermVariable): string => `?${clip(value, 79)}`
