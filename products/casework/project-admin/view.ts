// Converts rows of projects to the types of the contract.
import type { Project } from '@veritrace/contract/casework/projects'
import type { CountedProject } from '../projects/store.ts'

export const viewProject = (row: CountedProject, casesOpen: number): Project => ({
  id: row.id,
  name: row.name,
  description: row.description,
  pack: row.pack_id,
  default_target: row.default_target,
  system: row.system,
  status: row.status,
  owner: row.owner,
  tags: row.tags,
  freeze_periods: row.freeze_periods,
  keep_names: row.keep_names,
  stats: { objects: row.objects, packages: row.packages, evidence: row.evidence, cases_open: casesOpen },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
  etag: `"${row.version}"`,
})
