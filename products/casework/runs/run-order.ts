// What the job of a run is called and told.
export const RUN = 'casework-run'
export interface RunOrder {
  tenant: string
  workspace: string
  run_id: string
}

/** Looks for cases whose lists or rules have changed; added by whoever changes a list. */
export const REEVALUATE = 'casework-reevaluate'
