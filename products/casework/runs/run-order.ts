// What the job of a run is called and told.
export const RUN = 'casework-run'
export interface RunOrder {
  tenant: string
  workspace: string
  run_id: string
}
