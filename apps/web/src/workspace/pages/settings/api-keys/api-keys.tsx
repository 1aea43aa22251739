// API keys. A key is identified by its prefix; the full secret is shown only once, when the key is created.
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { More } from '../../../../shared/more.tsx'
import { howMany, usePages } from '../../../../shared/pages.ts'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { api } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { may, whyNot } from '../../../shared/may.ts'
import { useNames } from '../../../shared/people.tsx'
import { ShownOnce } from '../../../shared/shown-once.tsx'
import { KeyRow } from './key-row.tsx'
import { NewKey } from './new-key.tsx'

const PAGE = 50

export function ApiKeys() {
  const keys = usePages(['api-keys'], (at) => api.apiKeys.list({ query: { limit: PAGE, ...at } }))
  const nameOf = useNames()
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState('')
  const make = (
    <Button variant="solid" size="sm" disabled={!may('admin')} title={whyNot('admin')} onClick={() => setMaking(true)}>
      <Plus />
      New key
    </Button>
  )
  return (
    <Card>
      <CardHead title="API keys" hint={keys.data && keys.data.items.length > 0 && howMany(keys.data)} actions={make} />
      <Loaded query={keys} failed="Could not load API keys">
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={KeyRound} title="No API keys yet">
              With an API key, a program can use the workspace without a user. Create a separate key for each program,
              so that you can revoke it alone.
            </Empty>
          ) : (
            <ScrollPane label="API keys" className="overflow-x-auto">
              <table className="w-full text-sm">
                <caption className="sr-only">API keys, newest first</caption>
                <thead className="border-b border-line-row text-left text-xs text-ink-3">
                  <tr>
                    <Th>Key</Th>
                    <Th className="max-md:hidden">Access</Th>
                    <Th className="max-lg:hidden">Created</Th>
                    <Th className="max-md:hidden">Last used</Th>
                    <Th className="max-md:hidden">Expires</Th>
                    <Th>
                      <span className="sr-only">Actions</span>
                    </Th>
                  </tr>
                </thead>
                <tbody className="[&>tr:last-child>*]:border-b-0">
                  {items.map((key) => (
                    <KeyRow key={key.id} apiKey={key} nameOf={nameOf} />
                  ))}
                </tbody>
              </table>
            </ScrollPane>
          )
        }
      </Loaded>
      <More found={keys} what="keys" className="border-t border-line-row" />
      {isMaking && (
        <NewKey
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false)
            setSecret(made)
          }}
        />
      )}
      {secret && (
        <ShownOnce
          title="Your new key"
          about="Send it in requests as Authorization: Bearer …"
          what="the key"
          secret={secret}
          onSaved={() => setSecret('')}
        />
      )}
    </Card>
  )
}

/** On narrow screens, some columns move below the first. */
const Th = ({ className, children }: { className?: string; children: ReactNode }) => (
  <th scope="col" className={cn('px-2 py-2 font-medium whitespace-nowrap first:pl-4 last:pr-4', className)}>
    {children}
  </th>
)
