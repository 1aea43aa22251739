// Collects what code is generated from in addition to values: signatures, field mappings, and the statements of the source.
import type { StudioInput } from '@veritrace/contract/casework/studio-shapes'
import { Unreadable } from '../../evidence/reading/failures.ts'
import type { StatementFacts } from '../../evidence/source/statements/facts.ts'
import type { Scope } from '../../model/space.ts'
import type { Pack } from '../../packs/pack.ts'
import type { FieldMapping, Signature } from '../../signatures/signature.ts'
import { findMappings, findSignatures, type Sourced } from '../../signatures/store.ts'
import { sourceOf } from '../classify/object-source.ts'
import type { Studio } from '../deps.ts'
import { builtInMappings } from './built-in-mappings.ts'
import type { Values } from './params.ts'
import type { Template } from './templates.ts'

export interface Facts {
  signatures: Sourced<Signature>[]
  mappings: Sourced<FieldMapping>[]
  statements: StatementFacts
  /** The source that the user pasted or selected. */
  source?: { path: string; text: string }
}

const NOTHING: Facts = { signatures: [], mappings: [], statements: { calls: [], selects: [] } }

export async function gatherFacts(
  deps: Studio,
  scope: Scope,
  {
    pack,
    template,
    values,
    input,
    projectId,
  }: {
    pack: Pack
    template: Template
    values: Values
    input?: StudioInput | undefined
    projectId?: string | undefined
  },
): Promise<Facts> {
  if (!template.filler) return NOTHING
  const source = input && (await sourceOf(deps, scope, input))
  const statements = source ? await readStatements(deps, scope, source) : NOTHING.statements
  const names = Object.values(values).flatMap((value) =>
    typeof value === 'string' && value.length <= 60 ? [value.toUpperCase()] : [],
  )
  const table = String(values.table ?? '').toUpperCase()
  const signatures = await findSignatures(deps.db, scope, names, projectId)
  const mappings = table ? await findMappings(deps.db, scope, table, projectId) : []
  return {
    signatures,
    mappings: [...mappings, ...builtInMappings(pack, table)],
    statements,
    ...(source && { source }),
  }
}

/** A source that cannot be read has no statements to rewrite. Its classification has already reported that. */
async function readStatements(
  { sources }: Studio,
  { tenant }: Scope,
  { path, text }: { path: string; text: string },
): Promise<StatementFacts> {
  try {
    return await sources.statements({ filename: path, text }, { tenant })
  } catch (error) {
    if (error instanceof Unreadable) return NOTHING.statements
    throw error
  }
}
