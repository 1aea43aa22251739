import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { usePack } from '../../shared/use-pack.ts'
import { useProject } from '../../shared/use-project.ts'
import { kindOf, type ScopeDraft } from './scope.ts'

const KINDS = [
  { value: 'all', label: 'The whole project' },
  { value: 'part', label: 'Part of it' },
  { value: 'names', label: 'A list of names' },
] as const

interface Props {
  projectId: string
  onProject(id: string): void
  draft: ScopeDraft
  onDraft(draft: ScopeDraft): void
}
export function ScopeFields({ projectId, onProject, draft, onDraft }: Props) {
  const { projects, isLoading } = useProject()
  const { codes } = usePack()
  // While the projects are loading, the form looks as if there were one, so that it does not jump.
  const hasProject = projectId !== '' || isLoading
  const kind = hasProject ? draft.kind : kindOf(draft, projectId)
  const set = (change: Partial<ScopeDraft>) => onDraft({ ...draft, ...change })
  const toggle = (code: string) =>
    set({ codes: draft.codes.includes(code) ? draft.codes.filter((one) => one !== code) : [...draft.codes, code] })
  return (
    <div className="flex flex-col gap-3">
      <Field label="Project">
        <Select value={projectId} onChange={(event) => onProject(event.target.value)}>
          <option value="">No project, only the lists</option>
          {projects.map(({ id, name, stats }) => (
            <option key={id} value={id}>
              {name} ({plural(stats.objects, 'object')})
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm font-medium">Objects</span>
        <Segmented
          label="Objects"
          value={kind}
          options={hasProject ? KINDS : KINDS.filter(({ value }) => value === 'names')}
          onChange={(next) => set({ kind: next })}
        />
      </div>
      {kind === 'part' && (
        <div className="grid gap-3 rounded-md border bg-sunken p-3 sm:grid-cols-2">
          <Field label="Packages" hint="Comma-separated">
            <Input
              value={draft.packages}
              onChange={(event) => set({ packages: event.target.value })}
              placeholder="ZSD_ORDER"
            />
          </Field>
          <Field label="Name patterns" hint="* matches any characters">
            <Input value={draft.globs} onChange={(event) => set({ globs: event.target.value })} placeholder="ZSD_*" />
          </Field>
          <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <legend className="float-left mr-2 font-medium">Levels</legend>
            {codes.map((code) => (
              <label key={code} className="flex min-h-6 items-center gap-1">
                <input type="checkbox" checked={draft.codes.includes(code)} onChange={() => toggle(code)} />
                {code}
              </label>
            ))}
          </fieldset>
          <label className="flex min-h-6 items-center gap-1.5 text-sm">
            <input type="checkbox" checked={draft.used} onChange={(event) => set({ used: event.target.checked })} />
            Only objects in use
          </label>
        </div>
      )}
      {kind === 'names' && (
        <Field
          label="Names"
          hint={
            projectId
              ? 'One per line, such as CLAS:ZCL_ORDER. A standard object such as TABL:VBAK selects your objects that use it.'
              : 'One per line, such as TABL:VBAK'
          }
          required
        >
          <TextArea
            value={draft.names}
            onChange={(event) => set({ names: event.target.value })}
            className="font-mono text-xs"
            rows={4}
          />
        </Field>
      )}
    </div>
  )
}

interface TargetProps {
  value: string
  onChange(target: string): void
}
export function TargetField({ value, onChange }: TargetProps) {
  const { pack } = usePack()
  return (
    <Field label="Target">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Default target</option>
        {pack?.targets.map(({ profile_id, label }) => (
          <option key={profile_id} value={profile_id}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
