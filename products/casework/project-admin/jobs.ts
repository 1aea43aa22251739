// Deletes projects that can no longer be restored.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Casework } from '../deps.ts'
import { sweepProjects } from './delete-project.ts'

export const projectsJobs = (deps: Casework): Job[] => [
  { name: 'casework-sweep-projects', schedule: '37 3 * * *', concurrency: 1, handle: () => sweepProjects(deps) },
]
