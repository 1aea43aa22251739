// Where the bytes of an ingestion are stored until they are read.
import { DOCUMENT_TYPES, type DocumentType } from '@veritrace/contract/graph/ingestions'

export const DOCUMENTS = 'graph-ingestions/'
export const documentKey = (tenant: string, id: string): string => `${DOCUMENTS}${tenant}/${id}`

/** The type without parameters such as charset. The HTTP layer has already rejected all other types. */
export function documentType(contentType: string): DocumentType {
  const bare = contentType.split(';')[0]!.trim().toLowerCase()
  return DOCUMENT_TYPES.find((type) => type === bare)!
}
