// Roles inside casework, and which families of operations they may call.

export const CASE_ROLES = ['viewer', 'analyst', 'architect', 'reviewer', 'operator', 'admin'] as const
export type CaseRole = (typeof CASE_ROLES)[number]

/** `may: MAY.decide` on an endpoint names who may call it; one without `may` is for every member. */
export const MAY = {
  /** Resolve, traverse, plan, answer, studio. */
  ask: ['analyst', 'architect', 'reviewer', 'operator', 'admin'],
  /** Upload evidence; make, change and investigate cases. */
  work: ['analyst', 'architect', 'admin'],
  /** Recommendations, estimates, case plans, transports, webhooks, projects, assets. */
  decide: ['architect', 'admin'],
  /** Take part in a review. */
  comment: ['analyst', 'architect', 'reviewer', 'admin'],
  /** Approve, reject, request changes. */
  judge: ['reviewer', 'admin'],
  /** Corpus, graph, packs. */
  operate: ['operator', 'admin'],
  /** Access, and deleting what others made. */
  administer: ['admin'],
} as const satisfies Record<string, readonly CaseRole[]>

/** What a role of the tenant counts as where nobody has said otherwise. */
export const CASE_ROLE_OF = {
  viewer: 'viewer',
  reviewer: 'reviewer',
  member: 'architect',
  admin: 'admin',
  owner: 'admin',
} as const satisfies Record<string, CaseRole>
