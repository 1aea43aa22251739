// Where the bytes of an ingestion lie until they are read.
import { DOCUMENT_TYPES, type DocumentType } from '@veritrace/contract/graph/ingestions'

export const DOCUMENTS = 'graph-ingestions/'
export const documentKey = (tenant: string, id: string): string => `${DOCUMENTS}${tenant}/${id}`

/** Without parameters such as charset; the gate has let no other type through. */
export function documentType(contentType: string): DocumentType {
  const bare = contentType.split(';')[0]!.trim().toLowerCase()
  return DOCUMENT_TYPES.find((type) => type === bare)!
}
