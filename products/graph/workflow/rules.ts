// The transitions of artifacts, and who may make them. Pure functions.
import type { ArtifactAction, ArtifactStatus } from '@veritrace/contract/graph/workflow'

/** The allowed actions of each status, and the status they lead to. */
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
  /** Whether another user has taken a step here. */
  hasOthers: boolean
}

/** Four-eyes approval is impossible without a second person. Users with tokens may not be members. */
export const isAlone = ({ members, hasOthers }: People): boolean => (members > 0 ? members === 1 : !hasOthers)

/** `An artifact that is published cannot be archived. It can be deprecated.` */
export function refusal(from: ArtifactStatus, action: ArtifactAction): string {
  const allowed = allowedFrom(from).map((one) => PARTICIPLES[one])
  const rest = allowed.length > 0 ? `It can be ${allowed.join(' or ')}` : 'No further action is possible'
  return `An artifact that is ${from === 'draft' ? 'a draft' : from} cannot be ${PARTICIPLES[action]}. ${rest}.`
}
const PARTICIPLES: Readonly<Record<ArtifactAction, string>> = {
  submit: 'submitted',
  publish: 'published',
  reject: 'rejected',
  deprecate: 'deprecated',
  archive: 'archived',
}

/** Canonical JSON (RFC 8785), with numbers and strings as ECMAScript writes them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}
