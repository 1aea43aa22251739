// Computes the id that the graph assigns to the statement behind an edge, so that it can be looked up there.
import { statementId as idOfLine } from '@veritrace/platform/rdf/statement-id'

/** All parts are IRIs. */
export interface Statement {
  subject: string
  predicate: string
  object: string
  graph: string
}

export const lineOf = ({ subject, predicate, object, graph }: Statement): string =>
  `<${subject}> <${predicate}> <${object}> <${graph}> .`

export const statementId = (statement: Statement): string => idOfLine(lineOf(statement))

/** `urn:tenant:<tenant>:ws:<workspace>:graph:<name>` */
export const graphIri = ({ tenant, workspace }: { tenant: string; workspace: string }, name: string): string =>
  `urn:tenant:${tenant}:ws:${workspace}:graph:${name}`
