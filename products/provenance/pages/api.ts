// Trust pages: implements the ten endpoints of contract/provenance/pages.ts.
import { pages } from '@veritrace/contract/provenance/pages'
import type { Caller } from '@veritrace/platform/caller'
import { notFound } from '@veritrace/platform/errors'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { assemblePublished } from './assemble-published.ts'
import { addSubprocessor, removeSubprocessor } from './change-subprocessors.ts'
import { createPage } from './create-page.ts'
import { publishReadiness } from './publish-page.ts'
import { listPublished } from './published-store.ts'
import { findPage, listPages } from './store.ts'
import { listSubprocessors } from './subprocessor-store.ts'
import { updatePage } from './update-page.ts'
import { viewPage, viewPublished, viewSubprocessor } from './view.ts'

export const pagesApi = (deps: Provenance) => {
  const getPage = async (caller: Caller, slug: string) =>
    (await findPage(deps.db, caller.tenant, slug, deps.clock.now())) ?? notFound('page', slug)

  return implement(pages, {
    list: async ({ query }, caller) => {
      const { items, next } = await listPages(deps.db, caller.tenant, query, deps.clock.now())
      return { items: items.map(viewPage), next }
    },
    create: ({ body }, caller) => createPage(deps, caller, body),
    get: async ({ params }, caller) => viewPage(await getPage(caller, params.slug)),
    update: ({ params, body, ifVersion }, caller) => updatePage(deps, caller, params.slug, body, ifVersion),
    readiness: async ({ params }, caller) => publishReadiness(deps, caller, await getPage(caller, params.slug)),
    listSubprocessors: async ({ params, query }, caller) => {
      const page = await getPage(caller, params.slug)
      const { items, next } = await listSubprocessors(deps.db, caller.tenant, page.id, query)
      return { items: items.map(viewSubprocessor), next }
    },
    addSubprocessor: ({ params, body }, caller) => addSubprocessor(deps, caller, params.slug, body),
    removeSubprocessor: ({ params }, caller) => removeSubprocessor(deps, caller, params.slug, params.vendor_slug),
    listPublished: async ({ query }) => {
      const { items, next } = await listPublished(deps.db, query)
      return { items: items.map(viewPublished), next }
    },
    published: async ({ params }) => (await assemblePublished(deps.db, params.slug)) ?? notFound('page', params.slug),
  })
}
