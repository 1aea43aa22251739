// Looks up a list of names at once and shows a table with a summary.
import { useMutation } from '@tanstack/react-query'
import { MOST_ITEMS } from '@veritrace/contract/casework/resolve'
import { MAY } from '@veritrace/contract/casework/roles'
import { ArrowLeft } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Field, TextArea } from '../../../../ui/field.tsx'
import { count, plural } from '../../../../ui/format.ts'
import { ErrorState } from '../../../../ui/states.tsx'
import { api, explain } from '../../../api.ts'
import { RoleGate } from '../../../shared/role-gate.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { useProject } from '../../../shared/use-project.ts'
import { targetQuery } from '../../../shared/use-target.ts'
import { useAddress } from '../use-address.ts'
import { BulkTable } from './bulk-table.tsx'
import { namesIn } from './names-in.ts'

interface Props {
  /** Names from the search box, which are looked up immediately. */
  given: string
  onLeave(): void
}
export function BulkResolve({ given, onLeave }: Props) {
  const { params } = useAddress()
  const { project } = useProject()
  const [text, setText] = useState(given)
  const names = namesIn(text)
  const may = useMay(MAY.ask)
  const resolve = useMutation({
    mutationFn: () =>
      api.resolve.many({
        body: {
          items: names.slice(0, MOST_ITEMS).map((q) => ({ q })),
          ...targetQuery(params.target),
          ...(project && { project_id: project.id }),
          options: { max_hops: 3, include: ['successors', 'actions'] },
        },
      }),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on opening
  useEffect(() => {
    if (given && may) resolve.mutate()
  }, [may])
  const onDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    void file.text().then(setText)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <Button variant="ghost" onClick={onLeave}>
          <ArrowLeft />
          Search
        </Button>
        <h2 className="text-base font-semibold">List lookup</h2>
        {resolve.data && (
          <Button className="ml-auto" onClick={() => resolve.reset()}>
            New list
          </Button>
        )}
      </div>
      {resolve.data ? (
        <BulkTable result={resolve.data} />
      ) : (
        <RoleGate may={MAY.ask} what="List lookup">
          <div className="min-h-0 flex-1 overflow-y-auto">
            <form
              className="mx-auto flex max-w-2xl flex-col gap-3 px-4 py-6"
              onDrop={onDrop}
              onDragOver={(event) => event.preventDefault()}
              onSubmit={(event) => {
                event.preventDefault()
                resolve.mutate()
              }}
            >
              <Field
                label="Names"
                hint={`One per line, or separated by commas: VBAK, or with the type, TABL:VBAK. You can drop a text file here. Limit: ${count(MOST_ITEMS)} names.`}
              >
                <TextArea
                  rows={14}
                  className="font-mono text-xs"
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                  placeholder={'VBAK\nFUNC:BAPI_MATERIAL_SAVEDATA\nMARA'}
                />
              </Field>
              {names.length > MOST_ITEMS && (
                <p className="text-sm text-caution">Only the first {count(MOST_ITEMS)} names are looked up.</p>
              )}
              <div>
                <Button type="submit" variant="solid" busy={resolve.isPending} disabled={names.length === 0}>
                  Look up {names.length > 0 ? plural(names.length, 'name') : 'names'}
                </Button>
              </div>
              {resolve.error && <ErrorState detail={explain(resolve.error)} onRetry={() => resolve.mutate()} />}
            </form>
          </div>
        </RoleGate>
      )}
    </>
  )
}
