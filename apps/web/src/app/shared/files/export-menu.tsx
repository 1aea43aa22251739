import { useMutation } from '@tanstack/react-query'
import type { Asset } from '@veritrace/contract/casework/assets'
import { MAY } from '@veritrace/contract/casework/roles'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dropdown, DropdownItem, DropdownLabel } from '../../../ui/dropdown.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refusal } from '../case/refusal.ts'
import { useMay } from '../use-me.ts'
import { saveWhenReady } from './make-file.ts'

export interface FileChoice {
  label: string
  hint?: ReactNode
  make(): Promise<Asset>
}
interface Props {
  projectId: string
  label: string
  choices: readonly FileChoice[]
  size?: 'sm'
}
/** Exports one of several files: the server writes and stores the file, and the browser downloads it. */
export function ExportMenu({ projectId, label, choices, size }: Props) {
  const may = useMay(MAY.decide)
  const write = useWriteFile(projectId)
  return (
    <Dropdown
      className="min-w-64"
      trigger={
        <Button
          {...(size && { size })}
          busy={write.isPending}
          disabled={!may}
          title={may ? undefined : `Requires one of these roles: ${MAY.decide.join(', ')}`}
        >
          <Download />
          <span className="max-sm:sr-only">Export</span>
        </Button>
      }
    >
      <ExportItems label={label} choices={choices} onChoose={write.mutate} />
    </Dropdown>
  )
}

interface ItemsProps extends Pick<Props, 'label' | 'choices'> {
  disabled?: boolean
  onChoose(choice: FileChoice): void
}
/** The items alone, for a menu with other actions. */
export const ExportItems = ({ label, choices, disabled = false, onChoose }: ItemsProps) => (
  <>
    <DropdownLabel>{label}</DropdownLabel>
    {choices.map((choice) => (
      <DropdownItem key={choice.label} hint={choice.hint} disabled={disabled} onClick={() => onChoose(choice)}>
        {choice.label}
      </DropdownItem>
    ))}
  </>
)

export const useWriteFile = (projectId: string) =>
  useMutation({
    mutationFn: async ({ make }: FileChoice) => saveWhenReady(await make(), projectId),
    onSuccess: ({ filename }) => toast.ok(`Saved ${filename}`),
    onError: (error) => toast.error('Could not export the file', refusal(error)),
  })
