// Asks questions over HTTP, whole and as a stream, for tests.
import assert from 'node:assert/strict'
import { type AnswerDocument, type AskRequest, answers } from '@veritrace/contract/casework/answers'
import type { TestApp } from '@veritrace/platform/testing/app'

type Tenant = Awaited<ReturnType<TestApp['tenant']>>
export type Asking = Partial<AskRequest>
interface Event {
  id: number
  event: string
  data: Record<string, unknown>
}

export const headersOf = (tenant: string, workspace = 'main') => ({
  'x-tenant-id': tenant,
  'x-workspace-id': workspace,
  'x-context-id': `urn:tenant:${tenant}:ws:${workspace}:graph:default`,
})

export async function member(app: TestApp, tenant?: Tenant, workspace = 'main') {
  const own = tenant ?? (await app.tenant())
  const headers = headersOf(own.id, workspace)
  const api = app.client(answers, own, 'member')
  return {
    tenant: own,
    headers,
    api,
    ask: (question: string, more: Asking = {}, extra: Record<string, string> = {}): Promise<AnswerDocument> =>
      api.stream({ body: bodyOf(question, more), headers: { ...headers, accept: 'application/json', ...extra } }),
  }
}
export const bodyOf = (question: string, more: Asking): AskRequest => ({
  question,
  mode: 'grounded',
  max_citations: 12,
  ...more,
})

export async function open(
  on: TestApp,
  tenant: Tenant,
  body: object,
  extra: Record<string, string> = {},
): Promise<Response> {
  const authorization = `Bearer ${await on.key(tenant, 'member')}`
  return fetch(`${on.url}/api/casework/answer/stream`, {
    method: 'POST',
    headers: { ...headersOf(tenant.id), authorization, 'content-type': 'application/json', ...extra },
    body: JSON.stringify(body),
  })
}
export async function stream(
  on: TestApp,
  tenant: Tenant,
  body: object,
  extra: Record<string, string> = {},
): Promise<Event[]> {
  const response = await open(on, tenant, body, extra)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  return eventsIn(await response.text())
}
const eventsIn = (text: string): Event[] =>
  [...text.matchAll(/^id: (\d+)\nevent: (\w+)\ndata: (.*)$/gm)].map(([, id, event, data]) => ({
    id: Number(id),
    event: event!,
    data: JSON.parse(data!),
  }))
export const textOf = (events: readonly Event[]): string =>
  events
    .filter(({ event }) => event === 'token')
    .map(({ data }) => data.text)
    .join('')
    .trimEnd()
