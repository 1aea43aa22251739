// The OpenAPI documents: one of each product and one of all.
import { contract, type Product } from '@veritrace/contract'
import type { Endpoint } from '@veritrace/contract/endpoint'
import { openapi } from '@veritrace/contract/openapi'
import type { ProductName } from '../config/config.ts'
import type { Mounted } from '../implement.ts'
import { RELEASE } from '../release.ts'
import type { Http } from './server.ts'

interface Served {
  name: ProductName
  endpoints: readonly Mounted[]
}

export function mountOpenapi(app: Http, served: readonly Served[]): void {
  const products = served.map(({ name }) => name)
  const mounted = new Set<Endpoint>(served.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint)))
  const documentOf = (names: readonly ProductName[], info: Parameters<typeof openapi>[1]) =>
    openapi(
      names.map((name) => contract[name] as Product),
      info,
      (endpoint) => mounted.has(endpoint),
    )
  const whole = {
    title: 'Veritrace',
    version: RELEASE,
    description: 'Three products, one API: provenance, graph and casework.',
  }
  const documents = new Map([['/openapi.json', () => documentOf(products, whole)]])
  for (const name of products) {
    const { title, version, description } = contract[name]
    documents.set(`/openapi/${name}.json`, () => documentOf([name], { title, version, description }))
  }
  for (const [path, write] of documents) {
    let text: string | undefined
    app.get(path, async (_request, reply) => {
      text ??= JSON.stringify(write())
      return reply.type('application/json; charset=utf-8').send(text)
    })
  }
}
