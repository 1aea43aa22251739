// The name that the graph gives a statement follows from what it says and where: 160 bits of the SHA-256 of its canonical
// N-Quads line, in base 32. Worked out here as well, so that an edge can be looked up there without asking.
import { hash } from 'node:crypto'

const URN = 'urn:graph:stmt:'
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const BYTES = 20

/** All four are IRIs. */
export interface Statement {
  subject: string
  predicate: string
  object: string
  graph: string
}

export const lineOf = ({ subject, predicate, object, graph }: Statement): string =>
  `<${subject}> <${predicate}> <${object}> <${graph}> .`

export function statementId(statement: Statement): string {
  const digest = hash('sha256', lineOf(statement), 'buffer')
  let text = URN
  let bits = 0
  let value = 0
  for (let at = 0; at < BYTES; at++) {
    value = (value << 8) | digest[at]!
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return text
}

/** `urn:tenant:<tenant>:ws:<workspace>:graph:<name>` */
export const graphIri = ({ tenant, workspace }: { tenant: string; workspace: string }, name: string): string =>
  `urn:tenant:${tenant}:ws:${workspace}:graph:${name}`
