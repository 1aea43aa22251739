// A whole list of names at once: paste or drop it, get a table with a summary.
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
import { targetWord } from '../../../shared/use-target.ts'
import { useAddress } from '../use-address.ts'
import { BulkTable } from './bulk-table.tsx'
import { namesIn } from './names-in.ts'

interface Props {
  /** Names that were pasted or written elsewhere: they are looked up at once. */
  given: string
  onLeave(): void
}
export function BulkResolve({ given, onLeave }: Props) {
  const { words } = useAddress()
  const { project } = useProject()
  const [text, setText] = useState(given)
  const names = namesIn(text)
  const may = useMay(MAY.ask)
  const resolve = useMutation({
    mutationFn: () =>
      api.resolve.many({
        body: {
          items: names.slice(0, MOST_ITEMS).map((q) => ({ q })),
          ...targetWord(words.target),
          ...(project && { project_id: project.id }),
          options: { max_hops: 3, include: ['successors', 'actions'] },
        },
      }),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
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
        <h2 className="text-base font-semibold">A whole list</h2>
        {resolve.data && (
          <Button className="ml-auto" onClick={() => resolve.reset()}>
            Another list
          </Button>
        )}
      </div>
      {resolve.data ? (
        <BulkTable result={resolve.data} />
      ) : (
        <RoleGate may={MAY.ask} what="A whole list">
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
                hint={`One in a line, or divided by commas: VBAK, or with the type, TABL:VBAK. A text file can be dropped here. ${count(MOST_ITEMS)} at most.`}
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
                <p className="text-sm text-caution">Only the first {count(MOST_ITEMS)} are looked up.</p>
              )}
              <div>
                <Button type="submit" variant="solid" busy={resolve.isPending} disabled={names.length === 0}>
                  Look up {names.length > 0 ? plural(names.length, 'name') : 'them'}
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
