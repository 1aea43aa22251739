import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RetentionPolicy } from '@veritrace/contract/provenance/storage'
import { ChevronDown, ListChecks, Play } from 'lucide-react'
import { useState } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { Badge, Status } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/dialog.tsx'
import { Dropdown, DropdownItem } from '../../../../ui/dropdown.tsx'
import { moment, plural } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { may, whyNot } from '../../../shared/may.ts'
import { tell } from '../shared/refusal.tsx'
import { sentenceOf } from './labels.ts'

const KEY = { queryKey: ['storage'] }

export function PolicyRow({ policy, onEdit }: { policy: RetentionPolicy; onEdit(): void }) {
  const { id, name, enabled, dry_run, matched_count, next_run_at, version } = policy
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'enable' | 'run'>()
  const isForGood = policy.action !== 'tier_to_cold'
  const change = useMutation({
    mutationFn: (on: boolean) =>
      api.storage.updatePolicy({ params: { id }, body: { enabled: on }, headers: { 'if-match': `"${version}"` } }),
    onSuccess: (saved) => {
      toast.ok(`“${name}” ${saved.enabled ? 'enabled' : 'disabled'}`)
      setAsked(undefined)
    },
    onError: (error) => toast.error(`Could not change “${name}”`, tell(error)),
    onSettled: () => queries.invalidateQueries(KEY),
  })
  const run = useMutation({
    mutationFn: (dry: boolean) => api.storage.startRun({ body: { policy_id: id, dry_run: dry } }),
    onSuccess: ({ dry_run: dry }) => {
      toast.ok(dry ? `Dry run of “${name}” started` : `Run of “${name}” started`, 'See the cleanup runs below.')
      setAsked(undefined)
    },
    onError: (error) => toast.error(`Could not run “${name}”`, tell(error)),
    onSettled: () => queries.invalidateQueries(KEY),
  })
  const switchOnce = useOnce(() => change.mutateAsync(!enabled))
  const runOnce = useOnce(() => run.mutateAsync(false))
  const toggle = () => (!enabled && !dry_run && isForGood ? setAsked('enable') : switchOnce())
  const whyNoRun = whyNot('admin') ?? (enabled ? undefined : 'Enable it first')
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <Status tone={enabled ? 'positive' : 'neutral'}>{enabled ? 'Enabled' : 'Disabled'}</Status>
          {dry_run && <Badge tone="info">Dry run</Badge>}
        </p>
        <p className="text-ink-2 wrap-anywhere">{sentenceOf(policy)}</p>
        <p className="text-xs text-ink-3">
          {plural(matched_count, 'file matches', 'files match')} · priority {policy.priority}
          {enabled && next_run_at && ` · next run ${moment(next_run_at)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Dropdown
          trigger={
            <Button size="sm" disabled={whyNoRun !== undefined} title={whyNoRun} busy={run.isPending}>
              Run now
              <ChevronDown />
            </Button>
          }
        >
          <DropdownItem
            icon={<ListChecks />}
            hint="Counts matches and changes nothing"
            onClick={() => run.mutate(true)}
          >
            Dry run
          </DropdownItem>
          <DropdownItem
            icon={<Play />}
            hint={isForGood ? 'Cannot be undone' : 'Moves files to cold storage'}
            {...(isForGood && { tone: 'critical' as const })}
            onClick={() => setAsked('run')}
          >
            Run now…
          </DropdownItem>
        </Dropdown>
        <Button
          size="sm"
          aria-label={`${enabled ? 'Disable' : 'Enable'} ${name}`}
          disabled={!may('admin')}
          title={whyNot('admin')}
          busy={change.isPending}
          onClick={toggle}
        >
          {enabled ? 'Disable' : 'Enable'}
        </Button>
        <Button size="sm" aria-label={`Edit ${name}`} disabled={!may('admin')} title={whyNot('admin')} onClick={onEdit}>
          Edit
        </Button>
      </div>
      <Confirm
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={asked === 'enable' ? `Enable ${name}?` : `Run ${name} now?`}
        action={asked === 'enable' ? 'Enable' : 'Run now'}
        busy={change.isPending || run.isPending}
        onConfirm={asked === 'enable' ? switchOnce : runOnce}
      >
        {sentenceOf(policy)} At the last check, {plural(matched_count, 'piece of evidence', 'pieces of evidence')}{' '}
        matched. {asked === 'enable' && 'It runs daily at 03:00 UTC. '}
        {isForGood && 'This cannot be undone.'}
      </Confirm>
    </li>
  )
}
