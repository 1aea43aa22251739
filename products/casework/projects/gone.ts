import { RESTORABLE_DAYS } from '@veritrace/contract/casework/projects'
import { fail } from '@veritrace/platform/errors'

/** 410 for what was deleted. */
export const gone = (project: { name: string }): never =>
  fail('gone', `The project “${project.name}” was deleted; an admin can bring it back for ${RESTORABLE_DAYS} days.`)
