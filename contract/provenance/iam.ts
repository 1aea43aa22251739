// Questions to the identity provider about one's own workspace.
import { endpoint, t } from '../endpoint.ts'
import { pageQuery, strict } from '../wire.ts'

export const iam = {
  get: endpoint('GET /app/iam/{proxy_path}', {
    summary: 'Ask the identity provider about your workspace',
    description:
      'Answers `users/me`, `organizations/current`, `members`, `members/{id}` and `roles`; the slashes may be written as they are or as `%2F`. With the embedded provider the answer comes from our own tables. With another one the question goes to its management address (IAM_PROXY_URL) with our token and the ids of your workspace; nothing of your request but `Accept` and the page goes along, and of the answer only its JSON comes back.',
    auth: 'session',
    role: 'member',
    restOfPath: true,
    query: strict(pageQuery),
    ok: t.Unknown({ description: 'What the provider says' }),
    errors: ['iam_path_not_found', 'member_not_found', 'invalid_cursor', 'iam_failed', 'not_configured'],
  }),
}
