// The names of the jobs of runs, and their data.
export const RUN = 'casework-run'
export interface RunOrder {
  tenant: string
  workspace: string
  run_id: string
}

/** Added after a change of lists to find the cases that are stale because of it. */
export const REEVALUATE = 'casework-reevaluate'
