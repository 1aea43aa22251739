import type { RetentionPolicy } from '@veritrace/contract/provenance/storage'
import { Archive, Plus } from 'lucide-react'
import { useState } from 'react'
import { More } from '../../../../shared/more.tsx'
import { howMany, type usePages } from '../../../../shared/pages.ts'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { may, whyNot } from '../../../shared/may.ts'
import { PolicyForm } from './policy-form.tsx'
import { PolicyRow } from './policy-row.tsx'

type Found = ReturnType<typeof usePages<{ items: RetentionPolicy[]; next: string }>>

/** Marks a new policy, which has no id yet. */
const NEW = 'new'

/** The retention policies. */
export function Policies({ policies }: { policies: Found }) {
  const [edited, setEdited] = useState<string>()
  return (
    <Card>
      <CardHead
        title="Retention policies"
        hint={policies.data && policies.data.items.length > 0 && howMany(policies.data)}
        actions={
          <Button
            variant="solid"
            size="sm"
            disabled={!may('admin')}
            title={whyNot('admin')}
            onClick={() => setEdited(NEW)}
          >
            <Plus />
            New policy
          </Button>
        }
      />
      <p className="border-b border-line-row px-4 py-2.5 text-xs text-ink-2">
        Enabled policies run daily at 03:00 UTC, smallest priority number first. A dry run only counts what it would do:
        keep a new policy in dry run until its counts are what you expect. Evidence under legal hold is never changed.
      </p>
      <Loaded query={policies} failed="Could not load policies">
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={Archive} title="No retention policies">
              All evidence is stored permanently. A policy moves, anonymizes or deletes evidence after it was added,
              expired or replaced.
            </Empty>
          ) : (
            <ul className="divide-y divide-line-row">
              {items.map((policy) => (
                <PolicyRow key={policy.id} policy={policy} onEdit={() => setEdited(policy.id)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={policies} what="policies" className="border-t border-line-row" />
      {edited && (
        <PolicyForm
          policy={policies.data?.items.find(({ id }) => id === edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  )
}
