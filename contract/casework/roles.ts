// Roles in casework, and the families of operations that they may call.

export const CASE_ROLES = ['viewer', 'analyst', 'architect', 'reviewer', 'operator', 'admin'] as const
export type CaseRole = (typeof CASE_ROLES)[number]

/** `may: MAY.decide` on an endpoint lists the roles that may call it. An endpoint without `may` is for every member. */
export const MAY = {
  /** Resolve, traverse, plan, answer, studio. */
  ask: ['analyst', 'architect', 'reviewer', 'operator', 'admin'],
  /** Upload evidence; create, change, and investigate cases. */
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

/** Default casework role for each tenant role. */
export const CASE_ROLE_OF = {
  viewer: 'viewer',
  reviewer: 'reviewer',
  member: 'architect',
  admin: 'admin',
  owner: 'admin',
} as const satisfies Record<string, CaseRole>
