// Which step leads where, and who may take it. Pure.
import type { ArtifactAction, ArtifactStatus } from '@veritrace/contract/graph/workflow'

/** From each status the actions it allows, and where they lead. Everything else is refused. */
const TRANSITIONS: Readonly<Record<ArtifactStatus, Readonly<Partial<Record<ArtifactAction, ArtifactStatus>>>>> = {
  draft: { submit: 'submitted', archive: 'archived' },
  submitted: { publish: 'published', reject: 'rejected' },
  rejected: { submit: 'submitted', archive: 'archived' },
  published: { deprecate: 'deprecated' },
  deprecated: { archive: 'archived' },
  archived: {},
}

export const nextStatus = (from: ArtifactStatus, action: ArtifactAction): ArtifactStatus | undefined =>
  TRANSITIONS[from][action]

export const allowedFrom = (from: ArtifactStatus): ArtifactAction[] =>
  Object.keys(TRANSITIONS[from]) as ArtifactAction[]

interface People {
  members: number
  /** Whether another has taken a step here. */
  hasOthers: boolean
}

/** Four eyes cannot be had where there is nobody else. Who comes with a token need not be a member. */
export const isAlone = ({ members, hasOthers }: People): boolean => (members > 0 ? members === 1 : !hasOthers)

/** `An artifact that is published cannot be archived; it can be deprecated.` */
export function refusal(from: ArtifactStatus, action: ArtifactAction): string {
  const allowed = allowedFrom(from).map((one) => PARTICIPLES[one])
  const rest = allowed.length > 0 ? `it can be ${allowed.join(' or ')}` : 'nothing can be done with it any more'
  return `An artifact that is ${from === 'draft' ? 'a draft' : from} cannot be ${PARTICIPLES[action]}; ${rest}.`
}
const PARTICIPLES: Readonly<Record<ArtifactAction, string>> = {
  submit: 'submitted',
  publish: 'published',
  reject: 'rejected',
  deprecate: 'deprecated',
  archive: 'archived',
}

/** JSON in the one spelling that RFC 8785 gives it; numbers and texts as ECMAScript writes them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}
