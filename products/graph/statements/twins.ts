// What others say in a context while it is replaced they say in its copy too, and so with what they take back: the copy is what
// the context would be without the replacement (docs/adr/0036).
import { bareId } from '@veritrace/platform/rdf/statement-id'
import { contextIri, storedContext, twinName } from '../scope/rules.ts'
import { readLine } from '../terms/nquads.ts'
import { assertedRow } from './asserted-row.ts'
import { lineOf } from './columns.ts'
import type { AssertedRow, TermColumns } from './tables.ts'

interface Place {
  tenant: string
  workspace: string
}
type Said = Parameters<typeof assertedRow>[2]

/** The same statement in another context of the workspace. */
export function saidIn(place: Place, context: string, line: string, said?: Said): AssertedRow {
  const graph = { kind: 'iri' as const, value: contextIri(place.tenant, place.workspace, context) }
  return assertedRow({ ...readLine(line), graph }, context, said)
}

/** The id that a statement of a context has in its copy, and the other way round. */
export const twinId = ({ tenant, workspace }: Place, row: TermColumns & { context: string }): string =>
  bareId(lineOf(tenant, workspace, { ...row, context: twinName(row.context) }))

interface Change {
  /** Lines or rows that were asserted. */
  asserted: readonly (string | AssertedRow)[]
  removed: readonly (TermColumns & { context: string })[]
  /** Lines that were to go, whether they were there or not. */
  retracted: readonly string[]
}

/** Of a line in any graph of the workspace, metadata excepted: the name of its context. */
export const contextOfLine = ({ tenant, workspace }: Place, line: string): string | undefined =>
  storedContext(line.slice(line.lastIndexOf(' <') + 2, line.lastIndexOf('>')), tenant, workspace)

/** The same change in the other of the two, as far as one is being replaced. */
export function twinsOf(place: Place, replaced: readonly string[], { asserted, removed, retracted }: Change) {
  const concerned = new Set(replaced)
  const assert = asserted.flatMap((one) => {
    const line = typeof one === 'string' ? one : one.line
    const context = contextOfLine(place, line)
    if (!context || !concerned.has(context)) return []
    const { metadata, language } = typeof one === 'string' ? NOTHING : one
    return [saidIn(place, twinName(context), line, { metadata, ...(language && { language }) })]
  })
  const gone = new Set(removed.flatMap((row) => (concerned.has(row.context) ? [twinId(place, row)] : [])))
  for (const line of retracted) {
    const context = contextOfLine(place, line)
    if (context && concerned.has(context)) gone.add(saidIn(place, twinName(context), line).id)
  }
  for (const { id } of assert) gone.delete(id)
  return { assert, gone: [...gone] }
}
const NOTHING = { metadata: {}, language: null }
