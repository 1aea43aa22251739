// The drawer with earlier generations.
import { MAY } from '@veritrace/contract/casework/roles'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/dialog.tsx'
import { useMay } from '../../shared/use-me.ts'
import { DeleteAll } from './delete-all.tsx'
import { GenerationList } from './generation-list.tsx'

interface Props {
  open: boolean
  onOpenChange(open: boolean): void
  current: string | undefined
  onShow(id: string | undefined): void
}
export function History({ open, onOpenChange, current, onShow }: Props) {
  const may = useMay(MAY.ask)
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title="History"
      footer={
        may && (
          <Button variant="danger" size="sm" onClick={() => setIsDeleting(true)}>
            <Trash2 />
            Delete all mine
          </Button>
        )
      }
    >
      <GenerationList
        current={current}
        onShow={(id) => {
          onShow(id)
          onOpenChange(false)
        }}
        onDeleted={(id) => id === current && onShow(undefined)}
      />
      <DeleteAll open={isDeleting} onOpenChange={setIsDeleting} onDone={() => onShow(undefined)} />
    </Drawer>
  )
}
