// Shown without projects: three steps to a first result.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MAY } from '@veritrace/contract/casework/roles'
import { type ReactNode, useState } from 'react'
import { Card } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { useMay } from '../../shared/use-me.ts'
import { usePack } from '../../shared/use-pack.ts'
import { useTarget } from '../../shared/use-target.ts'

export function FirstRun({ onCreated }: { onCreated(): void }) {
  const { id, targets } = useTarget()
  const { pack } = usePack()
  const may = useMay(MAY.decide)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const target = id ?? pack?.default_target ?? ''
  const create = useMutation({
    mutationFn: (sample: boolean) =>
      api.projects.create({
        body: sample
          ? { name: 'Sample project', sample: true, default_target: target }
          : { name: name.trim(), default_target: target },
      }),
    onSuccess: async (project) => {
      onCreated()
      await queries.invalidateQueries({ queryKey: ['project'] })
      await navigate({ to: '/home', search: (before) => ({ ...before, project: project.id }) })
    },
    onError: (error) => toast.error('The project was not created', explain(error)),
  })
  return (
    <Card>
      <header className="border-b px-5 py-4">
        <h2 className="text-lg font-semibold">See how ready your code is</h2>
        <p className="text-sm text-ink-2">
          Three steps. Your files stay on this server, and your systems are not changed.
        </p>
      </header>
      <ol className="divide-y divide-line">
        <Step
          n={1}
          title="Select the target"
          hint="The release that your code has to run on. Every level is for a target."
        >
          <Field label="Target">
            <Select
              value={target}
              onChange={({ target: { value } }) =>
                navigate({ to: '.', search: (before) => ({ ...before, target: value }) })
              }
            >
              {targets.map(({ profile_id, label }) => (
                <option key={profile_id} value={profile_id}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        </Step>
        <Step
          n={2}
          title="Select or create a project"
          hint="Look around in a small order-to-cash sample, or create a project for your own files."
        >
          {may ? (
            <div className="flex flex-wrap items-end gap-3">
              <Button variant="solid" busy={create.isPending} disabled={!target} onClick={() => create.mutate(true)}>
                Load sample project
              </Button>
              <span className="pb-1.5 text-sm text-ink-3">or</span>
              <form
                className="flex flex-1 items-end gap-2"
                onSubmit={(event) => {
                  event.preventDefault()
                  create.mutate(false)
                }}
              >
                <Field label="Project name">
                  <Input value={name} onChange={({ target: { value } }) => setName(value)} maxLength={120} />
                </Field>
                <Button type="submit" busy={create.isPending} disabled={!name.trim() || !target}>
                  Create project
                </Button>
              </form>
            </div>
          ) : (
            <p className="text-sm text-ink-2">Only architects and admins can create projects. Ask one of them.</p>
          )}
        </Step>
        <Step n={3} title="See readiness" hint="How much is acceptable, how certain that is, and what to fix first." />
      </ol>
    </Card>
  )
}

function Step({ n, title, hint, children }: { n: number; title: string; hint: string; children?: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 px-5 py-4">
      <span className="grid size-6 place-items-center rounded-full border border-line-strong text-xs font-semibold text-ink-2 tnum">
        {n}
      </span>
      <div className="flex max-w-2xl flex-col gap-2">
        <div>
          <h3 className="text-base font-medium">{title}</h3>
          <p className="text-sm text-ink-2">{hint}</p>
        </div>
        {children}
      </div>
    </li>
  )
}
