// Errors of casework; part of contract/errors.ts.
import { type ErrorKind, kind } from '../error-kind.ts'

export const CASEWORK_ERRORS = {
  role_required: kind(
    403,
    'Your role in casework may not do this',
    'See `required_role`; an admin can give it to you.',
  ),
  role_fixed: kind(
    409,
    'This role follows from the tenant’s',
    'Owners and admins of the tenant are admins of casework.',
  ),
  invitation_for_other: kind(403, 'The invitation is for another address', 'Sign in with the address it was sent to.'),
  already_member: kind(409, 'You are a member already', 'Open the workspace.'),
  unknown_target: kind(422, 'There is no such target in the pack', 'List the targets with GET /resolve/intents.'),
  scope_empty: kind(422, 'The scope holds nothing', 'Name artifacts or a project with objects, or widen the selector.'),
  pack_not_found: kind(404, 'No such pack or version is installed', 'List the packs with GET /packs.'),
  pack_invalid: kind(422, 'The pack does not load', 'See `errors`: each names the file, the place and what is wrong.'),
  pack_version_exists: kind(
    409,
    'This version of the pack is installed with other files',
    'Raise the version in pack.yaml and upload it again.',
  ),
  case_not_found: kind(404, 'There is no such case', 'List the cases again.'),
  run_not_found: kind(404, 'There is no such run', 'List the runs of the case again.'),
  unknown_relation: kind(422, 'The pack has no such relation', 'Use one of those that `allowed` lists.'),
  project_not_found: kind(404, 'There is no such project', 'List the projects again.'),
  project_name_taken: kind(422, 'Another project has this name', 'Choose another name.'),
  has_dependents: kind(
    409,
    'Others depend on it',
    'Close or delete those first, or say `cascade=true` where it is offered.',
  ),
  gone: kind(410, 'It was deleted or has expired', 'An admin can bring a deleted project back for a while.'),
  unknown_intent: kind(422, 'The pack has no such intent', 'List the intents with GET /resolve/intents.'),
  artifact_not_found: kind(
    404,
    'No list and no estate that you can read names this',
    'Look for it with GET /artifacts?q=…',
  ),
  document_not_found: kind(404, 'There is no such document', 'List the documents with GET /documents.'),
  entry_not_found: kind(404, 'There is no such entry or list in the corpus', 'List the entries with GET /corpus.'),
  corpus_source_not_found: kind(404, 'No pack has such a source', 'List the sources with GET /crawl/status.'),
  job_in_progress: kind(409, 'Such work is under way', 'Wait for the job that `job_id` names.'),
  unknown_option: kind(422, 'The pack has no such option or value', 'GET /packs lists options and their values.'),
  cyclic_constraint: kind(
    422,
    'The constraints contradict each other',
    'See `detail`: take the thing out of `must_include` or out of `exclude`.',
  ),
  plan_version_not_found: kind(404, 'There is no such version of a plan', 'List the versions with GET /plan/versions.'),
  planner_busy: kind(503, 'Too many plans are being made', 'Wait for the seconds in Retry-After and ask again.'),
} as const satisfies Record<string, ErrorKind>
