// A table whose columns were not understood: someone says what they mean, and it is read again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EvidenceItem } from '@veritrace/contract/casework/evidence'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'

interface Props {
  item: EvidenceItem
  onClose(): void
}
export function MappingDialog({ item, onClose }: Props) {
  const { found, mapping: taken, needed } = item.columns
  const meanings = [...new Set([...needed, ...Object.keys(taken)])]
  const [mapping, setMapping] = useState<Record<string, string>>(taken)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      api.projectEvidence.update({ params: { id: item.project_id, evidenceId: item.id }, body: { mapping } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['evidence'] })
      onClose()
    },
    onError: (error) => toast.error('The columns were not saved', explain(error)),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="What do the columns mean?"
      description={<span className="font-mono text-xs">{item.filename}</span>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="solid"
            busy={save.isPending}
            disabled={needed.some((meaning) => !mapping[meaning])}
            onClick={() => save.mutate()}
          >
            Read it again
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {item.status_reason && <p className="text-sm text-ink-2">{item.status_reason}</p>}
        {meanings.map((meaning) => (
          <Field key={meaning} label={meaning.replaceAll('_', ' ')} required={needed.includes(meaning)}>
            <Select
              value={mapping[meaning] ?? ''}
              onChange={({ target }) =>
                setMapping((was) => {
                  const { [meaning]: _, ...others } = was
                  return target.value ? { ...others, [meaning]: target.value } : others
                })
              }
            >
              <option value="">no column</option>
              {found.map((column) => (
                <option key={column}>{column}</option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </Dialog>
  )
}
