// Gets tokens from a server in demo mode, for commands that call its API.

interface DemoClient {
  client_id: string
  client_secret: string
  token_endpoint: string
  audience: string
}

export async function makeDemoClient(url: string, wanted: object): Promise<DemoClient> {
  const response = await reach(`${url}/auth/demo/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  })
  if (response.status === 404 || response.status === 405)
    throw new Error(
      `The server at ${url} issues no demo tokens: it is not in demo mode, or its tokens come from another issuer. Get one from its identity provider.`,
    )
  if (!response.ok) throw new Error(`The server rejected the request: ${await reasonOf(response)}`)
  return (await response.json()) as DemoClient
}

/** RFC 6749 §4.4, like any client. */
export async function fetchToken(client: DemoClient): Promise<string> {
  const credentials = `${encodeURIComponent(client.client_id)}:${encodeURIComponent(client.client_secret)}`
  const response = await reach(client.token_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: client.audience }),
  })
  if (!response.ok) throw new Error(`The token endpoint rejected the request: ${await reasonOf(response)}`)
  const { access_token: token } = (await response.json()) as { access_token: string }
  return token
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(15_000) })
  } catch {
    throw new Error(`There is no server at ${url}. Start one with "npm start", or name it with --url.`)
  }
}

async function reasonOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  return String(body.detail ?? body.error_description ?? `status ${response.status}`)
}
