// Functions that may access tables across tenants, grouped by reason. If you add a line, say why no tenant can be
// named. A full `npm test` reports lines that were not needed.

interface Exemption {
  why: string
  /** By file and function, the tables that it accesses. */
  files: Record<string, Record<string, string>>
}

const EXEMPTIONS: readonly Exemption[] = [
  {
    why: 'A credential or a link is looked up by its hash, and a public page or a payer by its name; only the row says to which tenant it belongs.',
    files: {
      'platform/identity/invitations/store.ts': {
        findInvitation: 'platform.invitations',
        lockInvitation: 'platform.invitations',
      },
      'platform/identity/keys/store.ts': { findKeyOnCall: 'platform.api_keys' },
      'platform/identity/provider/store.ts': {
        findClient: 'platform.oidc_clients',
        upsertClient: 'platform.oidc_clients',
        updateClientRevoked: 'platform.oidc_clients',
      },
      'platform/identity/sessions/store.ts': { findSessionOnCall: 'platform.sessions' },
      'products/provenance/billing/store.ts': {
        findTenantOfPayer: 'platform.tenants',
        hasPayerLeft: 'platform.tenants',
        isEventKnown: 'provenance.payment_events',
      },
      'products/provenance/notifications/people-store.ts': { findLink: 'provenance.unsubscribe_links' },
      'products/provenance/pages/published-store.ts': {
        findPublished: 'provenance.pages',
        findPublishedAt: 'provenance.pages',
      },
      'products/provenance/profile-claims/store.ts': { findByToken: 'provenance.profile_claims' },
      'products/provenance/requests/grant-store.ts': { findByToken: 'provenance.grants provenance.grant_links' },
      'products/provenance/statements/store.ts': { findLink: 'provenance.statement_signers' },
    },
  },
  {
    why: 'A person or an email address may belong to several tenants, and is looked up in all of them.',
    files: {
      'platform/identity/tenancy/store.ts': { findMembership: 'platform.members', listTenantsOf: 'platform.members' },
      'platform/identity/tenancy/purge-store.ts': { deleteLonelyUsers: 'platform.members' },
      'products/provenance/requests/grant-link-store.ts': {
        lockLiveGrants: 'provenance.grants',
        countLinks: 'provenance.grant_links',
      },
    },
  },
  {
    why: 'A worker takes what is due next, or deletes what is old, for all tenants; each row names its tenant.',
    files: {
      'platform/events/outbox-store.ts': { listOutbox: 'platform.outbox', deletePassed: 'platform.outbox' },
      'platform/housekeeping/store.ts': { forgetIdempotencyKeys: 'platform.idempotency_keys' },
      'platform/identity/tenancy/purge-store.ts': { listTenantsToPurge: 'platform.tenants' },
      'platform/outside/store.ts': { pruneMail: 'platform.mail_outbox' },
      'platform/webhooks/log/store.ts': { pruneDeliveries: 'platform.webhook_deliveries' },
      'platform/webhooks/queue/store.ts': {
        lockOpenEndpoints: 'platform.webhook_endpoints platform.webhook_deliveries',
      },
      'products/casework/cases/store.ts': { listScopesWithResults: 'casework.cases' },
      'products/casework/knowledge/outbox-store.ts': {
        takeDue: 'casework.outbox',
        secondsUntilFree: 'casework.outbox',
      },
      'products/casework/plan-webhooks/delivery-store.ts': { listOverdue: 'casework.plan_deliveries' },
      'products/casework/projects/store.ts': { listUnrestorable: 'casework.projects' },
      'products/casework/recommendations/store.ts': { listDue: 'casework.recommendations' },
      'products/casework/studio/generations/store.ts': { deleteExpired: 'casework.generations' },
      'products/casework/work/work-store.ts': { forgetWork: 'casework.work' },
      'products/graph/ingestions/replace-store.ts': { listUnsettled: 'graph.ingestions' },
      'products/graph/search/progress-store.ts': { listBehind: 'graph.workspaces' },
      'products/graph/statements/change-store.ts': { deleteChangesBefore: 'graph.changes' },
      'products/graph/statements/workspace-store.ts': { listWorkspaces: 'graph.workspaces' },
      'products/provenance/account/store.ts': { listAbandoned: 'provenance.signups' },
      'products/provenance/billing/report-store.ts': {
        insertReports: 'platform.tenants',
        listUnsent: 'provenance.usage_reports',
      },
      'products/provenance/evidence/store.ts': { listExpired: 'provenance.evidence' },
      'products/provenance/evidence/upload-store.ts': {
        deleteOldUploads: 'provenance.evidence_uploads',
        listLeftovers: 'provenance.evidence_leftovers',
      },
      'products/provenance/notifications/news-store.ts': {
        listEnding: 'provenance.evidence',
        listPressing: 'provenance.requests',
        listWatchers: 'provenance.pinned_vendors provenance.profile_claims provenance.subprocessors',
      },
      'products/provenance/notifications/notice-store.ts': {
        deleteOldNotices: 'provenance.notices',
        listDue: 'provenance.notices',
      },
      'products/provenance/notifications/people-store.ts': { listEndingTrials: 'platform.tenants' },
      'products/provenance/pages/store.ts': { listDomainsToCheck: 'provenance.pages' },
      'products/provenance/pins/history-store.ts': { listAlerting: 'provenance.pinned_vendors' },
      'products/provenance/profile-claims/store.ts': { listDue: 'provenance.profile_claims' },
      'products/provenance/requests/grant-link-store.ts': { deleteLinks: 'provenance.grant_links' },
      'products/provenance/requests/store.ts': { listForgotten: 'provenance.requests' },
      'products/provenance/storage/store.ts': { listTenantsWithPolicies: 'platform.tenants' },
    },
  },
  {
    why: 'A worker continues what it took: the job or the claim names the row, and the row its tenant.',
    files: {
      'platform/outside/store.ts': {
        findMail: 'platform.mail_outbox',
        noteTry: 'platform.mail_outbox',
        markSuppressed: 'platform.mail_outbox',
      },
      'platform/webhooks/queue/store.ts': {
        findOpenVersion: 'platform.webhook_endpoints',
        claimDeliveries: 'platform.webhook_deliveries',
        noteClaims: 'platform.webhook_endpoints',
        releaseClaims: 'platform.webhook_deliveries platform.webhook_endpoints',
        lockHealth: 'platform.webhook_endpoints',
        updateHealth: 'platform.webhook_endpoints',
        acknowledge: 'platform.webhook_deliveries',
      },
      'products/provenance/billing/report-store.ts': {
        markSent: 'provenance.usage_reports',
        markRefused: 'provenance.usage_reports',
      },
      'products/casework/work/work-store.ts': {
        startWork: 'casework.work',
        progressWork: 'casework.work',
        finishWork: 'casework.work',
      },
    },
  },
  {
    why: 'Operators query all tenants.',
    files: {
      'platform/events/store.ts': { listChainEnds: 'platform.audit_entries platform.audit_heads' },
      'platform/outside/store.ts': { readMail: 'platform.mail_outbox' },
      'products/graph/health/store.ts': { askDatabase: 'graph.workspaces' },
      'products/provenance/profile-claims/store.ts': { findTenantOf: 'provenance.profile_claims' },
      'products/provenance/risk/quality-store.ts': { countCustomers: 'platform.tenants' },
    },
  },
  {
    why: 'Published data of tenants is visible to everyone: which pages exist, and who represents a vendor.',
    files: {
      'products/provenance/pages/published-store.ts': {
        examplePage: 'provenance.pages',
        listPublished: 'provenance.pages',
      },
      'products/provenance/vendors/store.ts': {
        findVendor: 'provenance.pages provenance.profile_claims',
        listFeatured: 'provenance.pages provenance.profile_claims',
        listVendors: 'provenance.pages provenance.profile_claims',
      },
    },
  },
  {
    why: 'Work on data shared by all tenants must know whether any tenant depends on it, and reveals to no one which one.',
    files: {
      'products/casework/rating/ids-store.ts': { insertEntered: 'casework.entries' },
      'products/casework/corpus/entry-store.ts': {
        isEntryPinned: 'casework.case_runs',
        listRetirable: 'casework.case_runs',
      },
      'products/casework/work/work-store.ts': { listOpenWork: 'casework.work' },
    },
  },
  {
    why: 'Rows of a page are counted by the key of the page alone, which is what the index contains.',
    files: {
      'products/provenance/pages/store.ts': {
        findPage: 'provenance.subprocessors',
        listPages: 'provenance.subprocessors',
      },
    },
  },
]

export const exemptionKey = (by: string, table: string): string => `${by} ${table}`

/** Each function with each of its tables, in the tenant check's notation. */
export const exemptions: ReadonlySet<string> = new Set(
  EXEMPTIONS.flatMap(({ files }) => Object.entries(files)).flatMap(([file, functions]) =>
    Object.entries(functions).flatMap(([name, tables]) =>
      tables.split(' ').map((table) => exemptionKey(`${file} ${name}`, table)),
    ),
  ),
)
