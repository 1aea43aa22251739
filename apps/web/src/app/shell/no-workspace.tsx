// Shown instead of the page if its address names a workspace that does not exist.
import { ApiError } from '@veritrace/contract/client'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { acting } from '../../session/acting.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'
import { NewWorkspace } from '../shared/workspaces/new-workspace.tsx'
import { addressOf, mayManage } from '../shared/workspaces/use-workspaces.ts'

export function NoWorkspace({ error }: { error: unknown }) {
  const [isCreating, setCreating] = useState(false)
  const wanted = acting?.workspace ?? ''
  const nearest = nearestIn(error)
  return (
    <>
      <Empty
        isPage
        icon={SearchX}
        title={`There is no workspace “${wanted}”`}
        action={
          <>
            {nearest.map((id) => (
              <a key={id} href={addressOf(id)} className={buttonClass({ variant: 'solid' })}>
                Open {id}
              </a>
            ))}
            <a href="/app/home" className={buttonClass()}>
              Go to the default workspace
            </a>
            {mayManage && <Button onClick={() => setCreating(true)}>Create “{wanted}”…</Button>}
          </>
        }
      >
        {nearest.length > 0
          ? `Did you mean ${nearest.length > 1 ? 'one of these' : `“${nearest[0]}”`}?`
          : 'Check the address for typos.'}
      </Empty>
      {isCreating && <NewWorkspace wanted={wanted} onClose={() => setCreating(false)} />}
    </>
  )
}

function nearestIn(error: unknown): string[] {
  const nearest = error instanceof ApiError ? error.problem.nearest : undefined
  return Array.isArray(nearest) ? nearest.filter((one) => typeof one === 'string') : []
}
