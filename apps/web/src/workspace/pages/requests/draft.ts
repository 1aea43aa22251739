// A request as form values, and its conversion to the API body.
import type { NewTrustRequest, TrustRequest } from '@veritrace/contract/provenance/requests'

export interface DraftItem {
  kind: 'evidence_id' | 'disclosure_id' | 'free_text'
  value: string
  label: string
}
export interface RequestDraft {
  direction: TrustRequest['direction']
  kind: TrustRequest['kind']
  subject: string
  message: string
  name: string
  email: string
  company: string
  jobTitle: string
  relationship: string
  page: string
  /** The typed name, and the id of the vendor with that name. */
  vendor: { name: string; id: string }
  assignee: string
  days: string
  items: readonly DraftItem[]
}

export const FIRST: RequestDraft = {
  direction: 'inbound',
  kind: 'document_access',
  subject: '',
  message: '',
  name: '',
  email: '',
  company: '',
  jobTitle: '',
  relationship: '',
  page: '',
  vendor: { name: '', id: '' },
  assignee: '',
  days: '',
  items: [],
}

/** Error paths for which the form has a field. */
export const PATHS = [
  'subject',
  'kind',
  'message',
  'requester.name',
  'requester.email',
  'requester.company',
  'requester.job_title',
  'requester.relationship',
  'assignee_id',
  'vendor_id',
  'page_slug',
  'requested_duration_days',
  'requested_items',
]

export const VENDOR_GAP = 'The directory has no vendor with this name. Select one from the list.'
export const vendorGap = ({ direction, vendor }: RequestDraft): boolean =>
  direction === 'outbound' && vendor.name.trim() !== '' && !vendor.id

export function newRequestOf(draft: RequestDraft): NewTrustRequest {
  const { direction, kind, page, vendor, assignee, days, items } = draft
  const isOutbound = direction === 'outbound'
  const asked = isOutbound ? items.filter((item) => item.kind === 'free_text') : items
  return {
    direction,
    kind,
    subject: draft.subject.trim(),
    message: draft.message.trim(),
    requester: {
      name: draft.name.trim(),
      email: draft.email.trim(),
      company: draft.company.trim(),
      job_title: draft.jobTitle.trim(),
      relationship: draft.relationship.trim(),
    },
    requested_items: asked.map((item) => ({ [item.kind]: item.value })),
    ...(assignee && { assignee_id: assignee }),
    ...(isOutbound && vendor.id && { vendor_id: vendor.id }),
    ...(!isOutbound && page && { page_slug: page }),
    ...(!isOutbound && days && { requested_duration_days: Number(days) }),
  }
}
