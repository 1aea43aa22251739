// Selects the project of the page. The address stores it.
import { ChevronsUpDown, FolderTree } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Dropdown, DropdownItem, DropdownLabel } from '../../ui/dropdown.tsx'
import { plural } from '../../ui/format.ts'
import { useProject } from './use-project.ts'

export function ProjectPicker() {
  const { project, projects, choose } = useProject()
  if (!project) return null
  return (
    <Dropdown
      align="start"
      className="min-w-64"
      trigger={
        <Button aria-label={`Project: ${project.name}`} className="min-w-0 shrink">
          <FolderTree />
          <span className="max-w-52 truncate">{project.name}</span>
          <ChevronsUpDown className="size-3.5! text-ink-3" />
        </Button>
      }
    >
      <DropdownLabel>Projects</DropdownLabel>
      {projects.map(({ id, name, stats }) => (
        <DropdownItem
          key={id}
          checked={id === project.id}
          hint={`${plural(stats.objects, 'object')} · ${plural(stats.evidence, 'file')}`}
          onClick={() => choose(id)}
        >
          {name}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}
