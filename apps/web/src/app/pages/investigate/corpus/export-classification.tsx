import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { saveText } from '../../../../ui/save.ts'
import { toast } from '../../../../ui/toast.tsx'
import { api, explain } from '../../../api.ts'

const FILENAME = 'classification-kernseife.json'

/** Exports the workspace's classification: its uploaded lists, and the levels that its members have set. */
export function ExportClassification() {
  const save = useMutation({
    mutationFn: async () => {
      const classification = await api.corpus.classification({ query: { format: 'kernseife' } })
      const isEmpty = classification.objectClassifications.length === 0
      if (!isEmpty) saveText(FILENAME, 'application/json', `${JSON.stringify(classification, null, 2)}\n`)
      return isEmpty
    },
    onSuccess: (isEmpty) =>
      isEmpty
        ? toast.info('No classification to export', 'Upload your own list, or set the level of an object first.')
        : toast.ok(`Saved ${FILENAME}`),
    onError: (error) => toast.error('Could not export the classification', explain(error)),
  })
  return (
    <Button busy={save.isPending} title="Your own lists and levels, as a JSON file" onClick={() => save.mutate()}>
      <Download />
      Export for Kernseife
    </Button>
  )
}
