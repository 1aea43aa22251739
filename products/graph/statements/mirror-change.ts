// Mirrors writes during a replacement. While a context is being replaced, writes of others apply to the context and to
// its copy, so that the copy is what the context would be without the replacement (docs/adr/0036).
import { bareId } from '@veritrace/platform/rdf/statement-id'
import { contextIri, counterpartName, storedContext } from '../scope/rules.ts'
import { readLine } from '../terms/nquads.ts'
import { assertedRow } from './asserted-row.ts'
import { lineOf } from './columns.ts'
import type { AssertedRow, TermColumns } from './tables.ts'

interface Place {
  tenant: string
  workspace: string
}
type Annotation = Parameters<typeof assertedRow>[2]

/** The same statement in another context of the workspace. */
export function rowInContext(place: Place, context: string, line: string, annotation?: Annotation): AssertedRow {
  const graph = { kind: 'iri' as const, value: contextIri(place.tenant, place.workspace, context) }
  return assertedRow({ ...readLine(line), graph }, context, annotation)
}

/** The id that a statement of a context has in its copy, and vice versa. */
export const counterpartId = ({ tenant, workspace }: Place, row: TermColumns & { context: string }): string =>
  bareId(lineOf(tenant, workspace, { ...row, context: counterpartName(row.context) }))

interface Change {
  /** Asserted lines or rows. */
  asserted: readonly (string | AssertedRow)[]
  removed: readonly (TermColumns & { context: string })[]
  /** Lines to retract, whether they existed or not. */
  retracted: readonly string[]
}

/** The context of a line in any graph of the workspace; undefined for metadata. */
export const contextOfLine = ({ tenant, workspace }: Place, line: string): string | undefined =>
  storedContext(line.slice(line.lastIndexOf(' <') + 2, line.lastIndexOf('>')), tenant, workspace)

/** The same change in the copy, or in the context if it was made in the copy, for contexts being replaced. */
export function mirrorChange(place: Place, replaced: readonly string[], { asserted, removed, retracted }: Change) {
  const concerned = new Set(replaced)
  const assert = asserted.flatMap((one) => {
    const line = typeof one === 'string' ? one : one.line
    const context = contextOfLine(place, line)
    if (!context || !concerned.has(context)) return []
    const { metadata, language } = typeof one === 'string' ? NOTHING : one
    return [rowInContext(place, counterpartName(context), line, { metadata, ...(language && { language }) })]
  })
  const gone = new Set(removed.flatMap((row) => (concerned.has(row.context) ? [counterpartId(place, row)] : [])))
  for (const line of retracted) {
    const context = contextOfLine(place, line)
    if (context && concerned.has(context)) gone.add(rowInContext(place, counterpartName(context), line).id)
  }
  for (const { id } of assert) gone.delete(id)
  return { assert, gone: [...gone] }
}
const NOTHING = { metadata: {}, language: null }
