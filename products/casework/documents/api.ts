// Documents: the endpoints of contract/casework/documents.ts.
import { documents } from '@veritrace/contract/casework/documents'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { getDocument } from './get-document.ts'
import { listDocuments } from './list-documents.ts'

export const documentsApi = (deps: Casework) =>
  implement(documents, {
    list: ({ query }, caller) => listDocuments(deps, scopeOf(caller), query),
    get: ({ params, query }, caller) => getDocument(deps, scopeOf(caller), params.id, query),
  })
