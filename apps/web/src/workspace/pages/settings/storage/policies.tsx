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

/** In place of an id. */
const NEW = 'new'

/** How long evidence stays. */
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
        Policies that are on run daily at 03:00 UTC, the smallest priority first. A dry run counts what it would do, and
        does nothing: let a new policy run so until its count is what you mean. Evidence under a legal hold is never
        touched.
      </p>
      <Loaded query={policies} failed="The policies did not load">
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={Archive} title="Everything is kept for ever">
              A policy moves, anonymises or deletes evidence some time after it was added, expired or replaced.
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
