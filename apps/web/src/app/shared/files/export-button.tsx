import { MAY } from '@veritrace/contract/casework/roles'
import { Download } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { useMay } from '../use-me.ts'
import { type FileChoice, useWriteFile } from './export-menu.tsx'

interface Props {
  projectId: string
  choice: FileChoice
}
/** Exports one file; for several, see `ExportMenu`. */
export function ExportButton({ projectId, choice }: Props) {
  const may = useMay(MAY.decide)
  const write = useWriteFile(projectId)
  return (
    <Button
      size="sm"
      busy={write.isPending}
      disabled={!may}
      title={may ? undefined : `Requires one of these roles: ${MAY.decide.join(', ')}`}
      onClick={() => write.mutate(choice)}
    >
      <Download />
      {choice.label}
    </Button>
  )
}
