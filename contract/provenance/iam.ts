// Read-only queries to the identity provider about the caller's own workspace.
import { endpoint, t } from '../endpoint.ts'
import { pageQuery, strict } from '../wire.ts'

export const iam = {
  get: endpoint('GET /app/iam/{proxy_path}', {
    summary: 'Query the identity provider about your workspace',
    description:
      'Supports `users/me`, `organizations/current`, `members`, `members/{id}` and `roles`. You can write slashes as they are or as `%2F`. The embedded provider answers from our own tables. For any other provider, we send the query to its management API (IAM_PROXY_URL) with our token and the ids of your workspace. We forward only `Accept` and the paging parameters of your request, and return only the JSON of the response.',
    auth: 'session',
    role: 'member',
    restOfPath: true,
    query: strict(pageQuery),
    ok: t.Unknown({ description: 'The response of the provider' }),
    errors: ['iam_path_not_found', 'member_not_found', 'invalid_cursor', 'iam_failed', 'not_configured'],
  }),
}
