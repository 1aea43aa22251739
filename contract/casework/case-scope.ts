// The scope of a case: artifacts by name, a selection in the estate of a project, or the intersection of both.
import type { Static } from 'typebox'
import { t } from '../endpoint.ts'
import { named, nullable, strict } from '../wire.ts'
import { MAX_PLAN_ARTIFACTS, Selector } from './plan.ts'

const optional = t.Optional
const PATCH_RULES = 'Missing fields stay unchanged; null removes a value'
const { packages, name_globs, types, components, codes, owners, used } = Selector.properties

const ArtifactIds = t.Array(t.String({ minLength: 1, maxLength: 400, pattern: '\\S' }), {
  maxItems: MAX_PLAN_ARTIFACTS,
  description: 'Ids, IRIs or short forms such as TABL:VBAK',
})

export type CaseScope = Static<typeof CaseScope>
export const CaseScope = named(
  'CaseScope',
  strict({ artifact_ids: optional(ArtifactIds), selector: optional(Selector) }),
)

const SelectorPatch = named(
  'SelectorPatch',
  strict(
    {
      packages: optional(nullable(packages)),
      name_globs: optional(nullable(name_globs)),
      types: optional(nullable(types)),
      components: optional(nullable(components)),
      codes: optional(nullable(codes)),
      owners: optional(nullable(owners)),
      used: optional(nullable(used)),
    },
    { description: PATCH_RULES },
  ),
)

export const CaseScopePatch = named(
  'CaseScopePatch',
  strict(
    { artifact_ids: optional(nullable(ArtifactIds)), selector: optional(nullable(SelectorPatch)) },
    { description: PATCH_RULES },
  ),
)
