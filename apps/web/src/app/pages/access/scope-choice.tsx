import type { RoleScope } from '@veritrace/contract/casework/access'
import { Field, Select } from '../../../ui/field.tsx'
import { useWorkspace } from '../../shared/workspaces/use-workspaces.ts'

interface Props {
  label: string
  value: RoleScope
  onChange(value: RoleScope): void
}
/** Shown only if there is more than one workspace. */
export function ScopeChoice({ label, value, onChange }: Props) {
  const name = useWorkspace().data?.name ?? 'this workspace'
  return (
    <Field label={label}>
      <Select
        value={value}
        onChange={({ target }) => onChange(target.value as RoleScope)}
        className="max-w-64 max-sm:max-w-full"
      >
        <option value="tenant">All workspaces</option>
        <option value="workspace">Only {name}</option>
      </Select>
    </Field>
  )
}
