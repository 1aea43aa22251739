// Row types of sign-ups.

export interface SignupsTable {
  tenant_id: string
  company_name: string
  company_key: string
  email: string
  terms_version: string
  ip: string
  user_agent: string
  created_at: Date
}
