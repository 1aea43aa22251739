import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** A document as text, in which citations and mentions have their places, and as the page that is shown. */
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
