// A token to try the API with, from a server in demo mode.
//   npm run -s token -- --tenant acme --plan pro --products graph,casework --role admin
import { parseArgs } from 'node:util'
import { fetchToken, makeDemoClient } from './demo-token.ts'

try {
  const { values } = parseArgs({
    options: {
      tenant: { type: 'string', default: 'demo' },
      plan: { type: 'string' },
      products: { type: 'string' },
      role: { type: 'string' },
      url: { type: 'string', default: 'http://localhost:8080' },
    },
  })
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
    `Send it as "Authorization: Bearer <token>" with "X-Tenant-ID: ${values.tenant}". Valid for 10 minutes.`,
  )
  console.log(token)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
