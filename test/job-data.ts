/** Job data that refers to nothing, so that each job looks for it, finds nothing and ends. */
export const NOTHING = {
  ...{ probe: true, tenant: 'nobody', customer: 'nobody', workspace: 'nobody', slug: 'nobody', email: 'no@body.test' },
  ...{
    id: 'none',
    work_id: 'none',
    job_id: 'none',
    run_id: 'none',
    reading: 1,
    payer: 'cus_none',
    keys: ['none/none'],
  },
}
