import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Loads a document as text, for the positions of citations and mentions, and as HTML for display. */
export const useDocument = (id: string) =>
  useQuery({
    queryKey: ['document', id],
    queryFn: async () => {
      const [document, { html }] = await Promise.all([
        api.documents.get({ params: { id } }),
        api.documents.get({ params: { id }, query: { format: 'html' } }),
      ])
      return { ...document, html }
    },
  })
