// An error at a position of a text, with a message.
import type { TermVariable } from '@traqula/rules-sparql-1-1'
import { clip } from './problems.ts'
import type { SparqlNode } from './walk.ts'

export interface Finding {
  offset: number
  sentence: string
  token?: string
}

/** Records an error at a part of the text. */
export type Report = (part: Pick<SparqlNode, 'loc'>, sentence: string, token?: string) => void

export function reportTwice(variables: readonly TermVariable[], clause: string, report: Report): void {
  const seen = new Set<string>()
  for (const variable of variables) {
    if (seen.has(variable.value))
      report(variable, `The variable ${nameOf(variable)} appears twice in ${clause}.`, nameOf(variable))
    seen.add(variable.value)
  }
}

export const reportBound = (variable: TermVariable, report: Report): void =>
  report(variable, `The variable ${nameOf(variable)} is already bound; use another name after AS.`, nameOf(variable))

/** As it appears in messages. */
export const nameOf = ({ value }: TermVariable): string => `?${clip(value, 79)}`
