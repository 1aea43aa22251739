// The operations of the API in the form that the reference shows, read from the OpenAPI documents.
import { contract, type Product } from '@veritrace/contract'
import type { Endpoint } from '@veritrace/contract/endpoint'
import { openapi } from '@veritrace/contract/openapi'
import { slugOf } from '../markdown.ts'
import type { Schema } from './schema.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

export interface Body {
  required?: boolean
  content: Record<string, { schema?: Schema }>
}

export interface Answer {
  description: string
  content?: Record<string, { schema?: Schema }>
}

export interface Operation {
  id: string
  method: string
  path: string
  summary: string
  description: string
  product: string
  productId: string
  tag: string
  /** Page of the reference that shows it. */
  address: string
  anchor: string
  parameters: Parameter[]
  body?: Body
  answers: [status: string, answer: Answer][]
  /** Anyone may call it. */
  isPublic: boolean
}

export interface Catalog {
  products: {
    id: string
    title: string
    description: string
    tags: { title: string; slug: string; operations: Operation[] }[]
  }[]
  operations: Operation[]
  schemas: Record<string, Schema>
}

interface Described {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Answer>
  security?: unknown[]
}

type ProductId = keyof typeof contract

export function catalogOf(productIds: readonly ProductId[], isServed: (endpoint: Endpoint) => boolean): Catalog {
  const schemas: Record<string, Schema> = {}
  const products = productIds.map((id) => {
    const product: Product = contract[id]
    const { title, version, description } = product
    const document = openapi([product], { title, version, description }, isServed) as {
      tags: { name: string; 'x-displayName': string }[]
      paths: Record<string, Record<string, Described>>
      components: { schemas: Record<string, Schema> }
    }
    addSchemas(schemas, document.components.schemas)
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    const tags = document.tags.map((tag) => {
      const shown = tag['x-displayName']
      const slug = slugOf(shown)
      const own = described.filter(({ operation }) => operation.tags.includes(tag.name))
      const operations = own.map(({ path, method, operation }) => {
        const anchor = slugOf(operation.operationId.replaceAll('.', '-'))
        const address = `/docs/api/${id}/${slug}#${anchor}`
        return { ...viewOf(operation), path, method, anchor, address, product: title, productId: id, tag: shown }
      })
      return { title: shown, slug, operations }
    })
    return { id, title, description, tags: tags.filter(({ operations }) => operations.length > 0) }
  })
  return { products, schemas, operations: products.flatMap(({ tags }) => tags.flatMap((tag) => tag.operations)) }
}

/** A link from the other product would lead to the wrong schema. */
export function addSchemas(schemas: Record<string, Schema>, more: Readonly<Record<string, Schema>>): void {
  for (const [name, schema] of Object.entries(more)) {
    if (name in schemas && JSON.stringify(schemas[name]) !== JSON.stringify(schema))
      throw new Error(`Two products have different schemas named ${name}. Give one of them another name.`)
    schemas[name] = schema
  }
}

const viewOf = ({
  operationId,
  summary,
  description = '',
  parameters = [],
  requestBody,
  responses,
  security,
}: Described) => ({
  id: operationId,
  summary,
  description,
  parameters,
  ...(requestBody && { body: requestBody }),
  answers: Object.entries(responses),
  isPublic: !security || security.length === 0,
})
