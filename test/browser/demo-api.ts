// API calls to a server in demo mode, as the browser of the demo account makes them.
import { type Client, client } from '@veritrace/contract/client'
import type { Resource } from '@veritrace/contract/endpoint'

export const DEMO_SCOPE = { 'x-tenant-id': 'demo', 'x-workspace-id': 'demo', 'x-context-id': 'default', 'x-csrf': '1' }

export const demoApi = <R extends Resource>(url: string, resource: R, base = '/api/casework'): Client<R> =>
  client(resource, url + base, (address, init) =>
    fetch(address, { ...init, headers: { ...init.headers, ...DEMO_SCOPE } }),
  )
