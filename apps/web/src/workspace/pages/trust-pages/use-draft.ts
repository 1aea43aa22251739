// Unsaved changes to a page: only the changed fields, each with its value from before the change.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page } from '@veritrace/contract/provenance/pages'
import { useOnce } from '../../../shared/use-once.ts'
import { useSessionStorage } from '../../../shared/use-session-storage.ts'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { isStale } from '../../shared/refusal.ts'
import { type FieldName, type Fields, fieldsOf, isSame, patchOf } from './page-fields.ts'
import { invalidatePages, pageQuery } from './queries.ts'

type Changes = { [N in FieldName]?: { was: Fields[N]; now: Fields[N] } }
const NONE: Changes = {}

export type Draft = ReturnType<typeof useDraft>

export function useDraft(page: Page) {
  const queries = useQueryClient()
  const [changes, setChanges, forget] = useSessionStorage<Changes>(`page ${page.slug}`, NONE)
  const theirs = fieldsOf(page)
  const names = Object.keys(changes) as FieldName[]
  const mine = Object.fromEntries(names.map((name) => [name, changes[name]!.now])) as Partial<Fields>
  const { queryKey } = pageQuery(page.slug)

  const send = (version: number) =>
    api.pages.update({ params: { slug: page.slug }, body: patchOf(mine), headers: { 'if-match': `"${version}"` } })
  /** Someone else saved first: saves anyway if they did not change the same fields. */
  const sendOver = async (error: unknown) => {
    if (!isStale(error)) throw error
    const now = await queries.fetchQuery({ ...pageQuery(page.slug), staleTime: 0 })
    if (clashesOf(changes, fieldsOf(now)).length > 0) throw error
    return send(now.version)
  }
  const save = useMutation({
    mutationFn: () => send(page.version).catch(sendOver),
    onSuccess: async (saved) => {
      queries.setQueryData(queryKey, saved)
      forget()
      toast.ok(saved.published ? 'Saved and public' : 'Saved')
      await invalidatePages(queries)
    },
  })
  const saveOnce = useOnce(() => save.mutateAsync())

  const set = <N extends FieldName>(name: N, now: Fields[N]) =>
    setChanges(({ [name]: before, ...others }) => {
      const was = (before as { was: Fields[N] } | undefined)?.was ?? theirs[name]
      return (isSame(now, theirs[name]) ? others : { ...others, [name]: { was, now } }) as Changes
    })
  const discard = () => {
    save.reset()
    forget()
  }
  return {
    fields: { ...theirs, ...mine },
    set,
    changed: names,
    /** Fields that someone else changed after they were changed here. */
    clashes: clashesOf(changes, theirs).map((name) => ({ name, theirs: theirs[name], mine: changes[name]!.now })),
    keepMine: () =>
      setChanges((before) =>
        Object.fromEntries(names.map((name) => [name, { was: theirs[name], now: before[name]!.now }])),
      ),
    takeTheirs: () =>
      setChanges((before) => {
        const gone = clashesOf(before, theirs)
        return Object.fromEntries(Object.entries(before).filter(([name]) => !gone.includes(name as FieldName)))
      }),
    discard,
    save: saveOnce,
    isSaving: save.isPending,
    error: save.error,
  }
}

const clashesOf = (changes: Changes, theirs: Fields): FieldName[] =>
  (Object.keys(changes) as FieldName[]).filter((name) => !isSame(changes[name]!.was, theirs[name]))
