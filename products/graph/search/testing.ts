// A test tenant that writes and searches statements.

import { search } from '@veritrace/contract/graph/search'
import type { NewStatement } from '@veritrace/contract/graph/statements'
import type { Product } from '@veritrace/platform/product'
import type { TestApp } from '@veritrace/platform/testing/app'
import { jobRun } from '@veritrace/platform/testing/job-run'
import { graphTenant } from '../statements/testing.ts'

const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
export const SKOS = 'http://www.w3.org/2004/02/skos/core#'
export const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
export const LABEL = `${RDFS}label`
export const COMMENT = `${RDFS}comment`
export const iri = (name: string): string => (name.includes(':') ? name : `http://e.test/${name}`)

/** A literal; `text@en` sets the language. */
export const text = (subject: string, predicate: string, object: string): NewStatement => {
  const [, words, language] = /^(.*?)(?:@([a-z]{2}(?:-[A-Z]{2})?))?$/s.exec(object)!
  return {
    subject: iri(subject),
    predicate: iri(predicate),
    object: words!,
    objectType: 'literal',
    ...(language && { language }),
  }
}
export const link = (subject: string, predicate: string, object: string): NewStatement => ({
  subject: iri(subject),
  predicate: iri(predicate),
  object: iri(object),
  objectType: 'iri',
})

export async function searchTenant(app: TestApp) {
  const one = await graphTenant(app)
  return {
    ...one,
    searcher: app.client(search, one.tenant, 'viewer'),
    writer: app.client(search, one.tenant, 'member'),
    say: (statements: NewStatement[], headers = one.at()) => one.as().createBatch({ body: { statements }, headers }),
    /** The ids of the results, without their common prefix. */
    find: async (q: string, more: object = {}, headers = one.at()): Promise<string[]> => {
      const { items } = await app
        .client(search, one.tenant, 'viewer')
        .find({ query: { q, limit: 20, ...more }, headers })
      return items.map(({ nodeId }) => nodeId.replace('http://e.test/', ''))
    },
  }
}

/** Runs a job of the product as a worker would. */
export async function runJob(product: Product, name: string, data: object): Promise<void> {
  const job = product.jobs.find((one) => one.name === name)!
  await job.handle(data as never, jobRun())
}
