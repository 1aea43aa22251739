// Evidence: the five endpoints of contract/provenance/evidence.ts.
import { evidence } from '@veritrace/contract/provenance/evidence'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { handOutFile } from './hand-out-file.ts'
import { presignUpload } from './presign-upload.ts'
import { registerEvidence } from './register-evidence.ts'
import { listEvidence } from './store.ts'
import { updateEvidence } from './update-evidence.ts'
import { viewEvidence } from './view.ts'

export const evidenceApi = (deps: Provenance) =>
  implement(evidence, {
    presign: ({ body }, caller) => presignUpload(deps, caller, body),
    list: async ({ query }, caller) => {
      const { items, next } = await listEvidence(deps.db, caller.tenant, query)
      return { items: items.map(viewEvidence), next }
    },
    create: ({ body }, caller) => registerEvidence(deps, caller, body),
    update: ({ params, body, ifVersion }, caller) => updateEvidence(deps, caller, params.id, body, ifVersion),
    url: ({ params }, caller) => handOutFile(deps, caller, params.id),
  })
