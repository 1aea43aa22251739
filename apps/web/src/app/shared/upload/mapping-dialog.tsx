// Maps the columns of a table that could not be recognized, so that it can be parsed again.
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
  const { found, mapping: initial, needed } = item.columns
  const meanings = [...new Set([...needed, ...Object.keys(initial)])]
  const [mapping, setMapping] = useState<Record<string, string>>(initial)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      api.projectEvidence.update({ params: { id: item.project_id, evidenceId: item.id }, body: { mapping } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['evidence'] })
      onClose()
    },
    onError: (error) => toast.error('Could not save the columns', explain(error)),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Map columns"
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
            Save and parse again
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
              <option value="">No column</option>
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
