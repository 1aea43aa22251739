// The format of a gold file and of the predictions scored against it. Files come in two formats; `readGold` unifies them.

interface GoldCertification {
  id: string
  certainty?: string
  reason?: string
  number?: string | null
  auditor?: string | null
  valid_until?: string | null
}

export interface GoldSubprocessor {
  name: string
  group: string
  purpose?: string | null
  location?: string | null
  accept_names?: string[]
  accept_locations?: string[]
}

interface GoldValue {
  value: string
  accept?: string[]
}

export interface GoldTerm {
  value: string | string[]
  accept?: string[]
}

export interface GoldDocument {
  vendor: string
  primary_domain?: string
  kind: string
  lang: string
  /** Rules are tuned on "tune". For "check", only totals are shown. */
  use: 'tune' | 'check'
  html: string
  url?: string
  subprocessors: GoldSubprocessor[]
  certifications_held: GoldCertification[]
  certifications_not_held: GoldCertification[]
  certifications_uncertain: GoldCertification[]
  refutations_expected: { id?: string; topic?: string; optional?: boolean }[]
  data_residency: { region: string; detail?: string | null; status: string }[]
  encryption_at_rest: GoldValue
  encryption_in_transit: GoldValue
  pen_test: GoldValue
  vulnerability_disclosure: GoldValue
  ai_transparency: { present: string; accept_present?: string[] }
  trains_on_customer_data: GoldValue
  status?: { incident_signal: boolean | null; accept_incident_signal?: (boolean | null)[] }
  /** Labeled in the second format only. Missing fields are not scored. */
  dpa_terms?: Record<string, GoldTerm | null>
  retention?: { what: string; value: string }[]
  sla?: { metric: string; value: string; optional?: boolean }[]
  ai_act_article50?: { duty: string; party?: string }[]
}

export interface Gold {
  meta: { relation_expected: Record<string, string[]> }
  documents: Record<string, GoldDocument>
}

/** The first format is English only, is all for tuning, and has training as a field of AI transparency. */
type FirstForm = Omit<GoldDocument, 'lang' | 'use' | 'refutations_expected' | 'trains_on_customer_data'> & {
  ai_transparency: { present: string; trains_on_customer_data: string; accept_trains?: string[] }
}

export function readGold(text: string): Gold {
  const { meta, documents }: { meta: Gold['meta']; documents: Record<string, GoldDocument | FirstForm> } =
    JSON.parse(text)
  return {
    meta,
    documents: Object.fromEntries(
      Object.entries(documents).map(([id, one]) => [id, 'trains_on_customer_data' in one ? one : ofFirstForm(one)]),
    ),
  }
}

function ofFirstForm(document: FirstForm): GoldDocument {
  const { trains_on_customer_data: value, accept_trains } = document.ai_transparency
  return {
    ...document,
    lang: 'en',
    use: 'tune',
    refutations_expected: document.certifications_not_held
      .filter(({ reason }) => reason === 'explicit_denial')
      .map(({ id }) => ({ id })),
    trains_on_customer_data: { value, ...(accept_trains && { accept: accept_trains }) },
  }
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
