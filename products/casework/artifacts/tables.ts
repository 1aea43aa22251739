// Row types of the index of artifact ids.

export interface ArtifactTables {
  'casework.artifact_ids': { id: string; pack_id: string; type: string; key: string }
  'casework.artifact_id_entries': { entry_id: string }
}
