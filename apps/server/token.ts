// Gets a token from a server in demo mode, to try the API.
//   npm run -s token -- --tenant acme --plan pro --products graph,casework --role admin
import { parseArgs } from 'node:util'
import { fetchToken, makeDemoClient } from './demo-token.ts'

const HELP = `npm run -s token -- [options]: an access token from a server in demo mode, as the last line.
  --tenant    created with a workspace of the same name if it is missing (demo)
  --plan      free, pro or enterprise (free)
  --products  some of provenance,graph,casework (all)
  --role      viewer, reviewer, member, admin, owner or operator (member)
  --url       URL of the server (http://localhost:8080)`

try {
  const { values } = parseArgs({
    options: {
      tenant: { type: 'string', default: 'demo' },
      plan: { type: 'string' },
      products: { type: 'string' },
      role: { type: 'string' },
      url: { type: 'string', default: 'http://localhost:8080' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    process.exit()
  }
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
