// Reads the targets of artifacts, only from the context of the artifact.
import type { ArtifactKind } from '@veritrace/contract/graph/workflow'
import type { Db } from '@veritrace/platform/db/db'
import { type ContextPlace, countStatements } from '../catalog/content-store.ts'
import { listDistributions } from '../catalog/distribution-store.ts'
import { findDataset } from '../catalog/store.ts'
import { viewDataset } from '../catalog/view.ts'
import type { Graph } from '../deps.ts'
import { findOntology } from '../ontologies/store.ts'
import { viewOntology } from '../ontologies/view.ts'
import { findShape } from '../shapes/store.ts'
import { viewShape } from '../shapes/view.ts'
import { currentSeq } from '../statements/change-store.ts'
import type { Tables } from '../tables.ts'

type Read = (
  deps: Pick<Graph, 'publicUrl'> & { db: Db<Tables> },
  place: ContextPlace,
  id: string,
) => Promise<object | undefined>

/** The current state of the target; undefined if it does not exist. */
export const READ_TARGET: Readonly<Record<ArtifactKind, Read>> = {
  ontology: async ({ db }, place, id) => {
    const row = await findOntology(db, place, id)
    return row && viewOntology(row)
  },
  shape: async ({ db }, place, id) => {
    const row = await findShape(db, place, id)
    return row && viewShape(row)
  },
  dataset: async ({ db, publicUrl }, place, id) => {
    const row = await findDataset(db, place, id)
    if (!row) return undefined
    const dataset = viewDataset(publicUrl, row, await listDistributions(db, place, [id]))
    // Records the state of the statements, which are in the files of hosted distributions.
    const source = row.data_context === null ? undefined : { ...place, context: row.data_context }
    return {
      ...dataset,
      ...(source && {
        statementCount: await countStatements(db, source),
        seq: await currentSeq(db, source.tenant, source.workspace),
      }),
    }
  },
  // A document is stored elsewhere, so only its name is known.
  document: async (_deps, _place, id) => ({ reference: id }),
}
