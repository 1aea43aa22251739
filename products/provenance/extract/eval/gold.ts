// The shape of a gold file and of the predictions scored against it.

interface GoldCertification {
  id: string
  certainty?: string
  reason?: string
}

export interface GoldSubprocessor {
  name: string
  group: string
  purpose?: string | null
  location?: string | null
  accept_names?: string[]
  accept_locations?: string[]
}

interface GoldControl {
  value: string
  accept?: string[]
}

export interface GoldDocument {
  vendor: string
  primary_domain?: string
  kind: string
  html: string
  url?: string
  subprocessors: GoldSubprocessor[]
  certifications_held: GoldCertification[]
  certifications_not_held: GoldCertification[]
  certifications_uncertain: GoldCertification[]
  data_residency: { region: string; detail?: string | null; status: string }[]
  encryption_at_rest: GoldControl
  encryption_in_transit: GoldControl
  pen_test: GoldControl
  vulnerability_disclosure: GoldControl
  ai_transparency: {
    present: string
    accept_present?: string[]
    trains_on_customer_data: string
    accept_trains?: string[]
  }
  status?: { incident_signal: boolean; accept_incident_signal?: boolean[] }
}

export interface Gold {
  meta: { relation_expected: Record<string, string[]> }
  documents: Record<string, GoldDocument>
}

export interface Prediction {
  category: string
  predicate: string
  value: string
  claim_text: string
  confidence: number
  relation: string
  snippet: string
  location?: string
  purpose?: string
  incident_signal?: boolean
}

export type Predictions = Record<string, Prediction[]>
