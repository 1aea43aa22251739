// Actions on a case as a whole.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MAY } from '@veritrace/contract/casework/roles'
import { Archive, ArchiveRestore, Calculator, Copy, Ellipsis, Package, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { Dropdown, DropdownItem, DropdownSeparator } from '../../../ui/dropdown.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusal } from '../../shared/case/refusal.ts'
import { useMay } from '../../shared/use-me.ts'
import { CloseDialog, ReopenDialog } from './close-dialog.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { useCase, useRefresh } from './queries.ts'
import { useEstimate } from './use-estimate.ts'
import { useInvestigate } from './use-investigate.ts'

export function CaseActions() {
  const theCase = useCase()
  const mayWork = useMay(MAY.work)
  const mayDecide = useMay(MAY.decide)
  const investigate = useInvestigate()
  const estimate = useEstimate()
  const bundle = useBundle()
  const [asked, ask] = useState<'close' | 'reopen' | 'duplicate' | 'delete'>()
  const close = () => ask(undefined)
  const isClosed = theCase.status === 'closed'
  const whyNot = (may: boolean, roles: readonly string[]) =>
    may ? undefined : `Requires one of these roles: ${roles.join(', ')}`
  return (
    <>
      <Button
        className="max-lg:hidden"
        disabled={!mayDecide || isClosed || !theCase.latest_run}
        title={whyNot(mayDecide, MAY.decide)}
        busy={estimate.isPending}
        onClick={() => estimate.mutate({})}
      >
        <Calculator />
        Estimate
      </Button>
      <Button
        className="max-lg:hidden"
        disabled={!mayWork}
        title={whyNot(mayWork, MAY.work)}
        busy={bundle.isPending}
        onClick={() => bundle.mutate()}
      >
        <Package />
        Create bundle
      </Button>
      <Button
        // Highlighted until there are current results.
        variant={theCase.latest_run && !theCase.stale.is ? 'outline' : 'solid'}
        disabled={!mayWork || isClosed}
        title={whyNot(mayWork, MAY.work)}
        busy={investigate.isBusy}
        onClick={() => investigate.start()}
      >
        <Play />
        {investigate.isRunning ? 'Investigating' : 'Investigate'}
      </Button>
      <Dropdown
        trigger={
          <Button variant="ghost" size="icon" aria-label="More actions">
            <Ellipsis />
          </Button>
        }
      >
        <DropdownItem icon={<Calculator />} disabled={!mayDecide || isClosed} onClick={() => estimate.mutate({})}>
          Estimate
        </DropdownItem>
        <DropdownItem icon={<Package />} disabled={!mayWork} onClick={() => bundle.mutate()}>
          Create bundle
        </DropdownItem>
        <DropdownItem icon={<Play />} disabled={!mayWork || isClosed} onClick={() => investigate.start(true)}>
          Investigate again, even if nothing changed
        </DropdownItem>
        <DropdownItem icon={<Copy />} disabled={!mayWork} onClick={() => ask('duplicate')}>
          Duplicate
        </DropdownItem>
        <DropdownSeparator />
        {isClosed ? (
          <DropdownItem icon={<ArchiveRestore />} disabled={!mayDecide} onClick={() => ask('reopen')}>
            Reopen
          </DropdownItem>
        ) : (
          <DropdownItem icon={<Archive />} disabled={!mayDecide} onClick={() => ask('close')}>
            Close
          </DropdownItem>
        )}
        <DropdownItem icon={<Trash2 />} tone="critical" disabled={!mayWork} onClick={() => ask('delete')}>
          Delete
        </DropdownItem>
      </Dropdown>
      <CloseDialog open={asked === 'close'} onClose={close} />
      <ReopenDialog open={asked === 'reopen'} onClose={close} />
      <DuplicateDialog open={asked === 'duplicate'} onClose={close} />
      <DeleteCase open={asked === 'delete'} onClose={close} />
    </>
  )
}

function useBundle() {
  const { id } = useCase()
  const refresh = useRefresh()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.bundles.make({ params: { id }, body: { redact: false } }),
    onSuccess: async (bundle) => {
      await refresh()
      toast.ok(`Bundle ${bundle.n} created`, bundle.digest)
      await navigate({ to: '/studio/bundle/$id', params: { id: bundle.id } })
    },
    onError: (error) => toast.error('The bundle was not created', refusal(error)),
  })
}

function DeleteCase({ open, onClose }: { open: boolean; onClose(): void }) {
  const { id, key, title } = useCase()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => api.cases.remove({ params: { id } }),
    onSuccess: async () => {
      await navigate({ to: '/cases' })
      await queries.invalidateQueries({ queryKey: ['case', 'list'] })
    },
    onError: (error) => toast.error(`${key} was not deleted`, refusal(error)),
  })
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete ${key}?`}
      action="Delete case"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      This deletes “{title}” with its runs, recommendations and draft plans. Its entries in the audit log remain.
    </Confirm>
  )
}
