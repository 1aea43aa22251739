import { RESTORABLE_DAYS } from '@veritrace/contract/casework/projects'
import { fail } from '@veritrace/platform/errors'

/** 410 for a deleted project. */
export const gone = (project: { name: string }): never =>
  fail('gone', `The project “${project.name}” was deleted. An admin can restore it within ${RESTORABLE_DAYS} days.`)
