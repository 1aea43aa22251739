// npm run token: gets a token from a server in demo mode, to try the API.
import { type Command, wordsFromShell } from '@veritrace/platform/command-line'
import { fetchToken, makeDemoClient } from './demo-token.ts'

const COMMAND = {
  name: 'npm run token',
  about: 'Prints an access token from a server in demo mode, as the last line.',
  options: {
    tenant: { type: 'string', value: 'ID', default: 'demo', help: 'is created with a workspace of the same name' },
    plan: { type: 'string', value: 'PLAN', help: 'free, pro or enterprise (default: free)' },
    products: { type: 'string', value: 'LIST', help: 'some of provenance,graph,casework (default: all)' },
    role: {
      type: 'string',
      value: 'ROLE',
      help: 'viewer, reviewer, member, admin, owner or operator (default: member)',
    },
    url: { type: 'string', value: 'URL', default: 'http://localhost:8080', help: 'the server' },
  },
  examples: [
    'npm run -s token -- --tenant acme --plan pro --products graph,casework --role admin',
    'TOKEN=$(npm run -s token | tail -1)',
  ],
} as const satisfies Command

const { values } = wordsFromShell(COMMAND)
try {
  const url = values.url.replace(/\/$/, '')
  const client = await makeDemoClient(url, {
    tenant: values.tenant,
    plan: values.plan,
    products: values.products?.split(',').filter(Boolean),
    role: values.role,
  })
  const token = await fetchToken(client)
  console.error(`Client ${client.client_id} at ${client.token_endpoint}, grant client_credentials.`)
  console.error(
    `Send it as "Authorization: Bearer <token>" with "X-Tenant-ID: ${values.tenant}", and for the graph also with`,
  )
  console.error(`"X-Workspace-ID: ${values.tenant}" and "X-Context-ID: <name of a graph>". Valid for 10 minutes.`)
  console.log(token)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
