// Audit entries as OCSF 1.3.0 API Activity (class 6003), which security tools can read without a custom mapping.
import type { AuditEntry } from '@veritrace/contract/provenance/audit'

const CLASS = 6003
const CREATE = 1
const READ = 2
const UPDATE = 3
const DELETE = 4
const OTHER = 99

/** The activity by the first word of the verb: `rotate_secret` counts as `rotate`. */
const ACTIVITIES: Record<string, number> = {
  create: CREATE,
  add: CREATE,
  start: CREATE,
  register: CREATE,
  pin: CREATE,
  read: READ,
  export: READ,
  download: READ,
  update: UPDATE,
  change: UPDATE,
  rotate: UPDATE,
  publish: UPDATE,
  unpublish: UPDATE,
  approve: UPDATE,
  reject: UPDATE,
  advance: UPDATE,
  submit: UPDATE,
  withdraw: UPDATE,
  supersede: UPDATE,
  delete: DELETE,
  remove: DELETE,
  revoke: DELETE,
  unpin: DELETE,
}
const ACTIVITY_NAMES: Record<number, string> = {
  [CREATE]: 'Create',
  [READ]: 'Read',
  [UPDATE]: 'Update',
  [DELETE]: 'Delete',
}
const INFORMATIONAL = { severity_id: 1, severity: 'Informational' }
const MEDIUM = { severity_id: 3, severity: 'Medium' }
const USER_TYPES: Partial<Record<AuditEntry['actor']['type'], { type_id: number; type: string }>> = {
  user: { type_id: 1, type: 'User' },
  system: { type_id: 3, type: 'System' },
}

export function apiActivity(entry: AuditEntry, tenant: string) {
  const { actor, resource } = entry
  const verb = entry.action.split('.').at(-1)!
  const activity = ACTIVITIES[verb.split('_')[0]!] ?? OTHER
  const isDone = entry.outcome === 'success'
  return {
    category_uid: 6,
    category_name: 'Application Activity',
    class_uid: CLASS,
    class_name: 'API Activity',
    activity_id: activity,
    // For other activities, OCSF asks for the source's own name.
    activity_name: ACTIVITY_NAMES[activity] ?? verb,
    type_uid: CLASS * 100 + activity,
    time: Date.parse(entry.occurred_at),
    ...(isDone ? INFORMATIONAL : MEDIUM),
    status_id: isDone ? 1 : 2,
    status: isDone ? 'Success' : 'Failure',
    ...(entry.reason !== null && { status_detail: entry.reason }),
    metadata: {
      version: '1.3.0',
      uid: entry.id,
      sequence: entry.sequence,
      correlation_uid: entry.correlation_id,
      tenant_uid: tenant,
      log_name: 'audit',
      product: { name: 'Veritrace Provenance', vendor_name: 'Veritrace' },
    },
    actor: {
      user: { uid: actor.id, name: actor.label, ...(USER_TYPES[actor.type] ?? { type_id: OTHER, type: actor.type }) },
    },
    api: { operation: entry.action, request: { uid: entry.request_id }, service: { name: 'provenance' } },
    // The class requires an endpoint, but actions of the platform itself have no IP address.
    src_endpoint: actor.ip ? { ip: actor.ip } : { svc_name: 'veritrace' },
    ...(actor.user_agent && { http_request: { user_agent: actor.user_agent } }),
    resources: [{ uid: resource.id, name: resource.label, type: resource.type }],
    unmapped: {
      outcome: entry.outcome,
      changes: entry.changes,
      prev_hash: entry.prev_hash,
      hash: entry.hash,
    },
  }
}
