// What somebody changes of a page before it is saved: only the fields that differ, each with what stood there before.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page } from '@veritrace/contract/provenance/pages'
import { useKept } from '../../../shared/use-kept.ts'
import { useOnce } from '../../../shared/use-once.ts'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { isStale } from '../../shared/refusal.ts'
import { type FieldName, type Fields, fieldsOf, isSame, patchOf } from './page-fields.ts'
import { invalidatePages, pageQuery } from './queries.ts'

type Kept = { [N in FieldName]?: { was: Fields[N]; now: Fields[N] } }
const NONE: Kept = {}

export type Draft = ReturnType<typeof useDraft>

export function useDraft(page: Page) {
  const queries = useQueryClient()
  const [kept, setKept, forget] = useKept<Kept>(`page ${page.slug}`, NONE)
  const theirs = fieldsOf(page)
  const names = Object.keys(kept) as FieldName[]
  const mine = Object.fromEntries(names.map((name) => [name, kept[name]!.now])) as Partial<Fields>
  const { queryKey } = pageQuery(page.slug)

  const send = (version: number) =>
    api.pages.update({ params: { slug: page.slug }, body: patchOf(mine), headers: { 'if-match': `"${version}"` } })
  /** Somebody else saved first: what they left alone can be saved all the same. */
  const sendOver = async (error: unknown) => {
    if (!isStale(error)) throw error
    const now = await queries.fetchQuery({ ...pageQuery(page.slug), staleTime: 0 })
    if (clashesOf(kept, fieldsOf(now)).length > 0) throw error
    return send(now.version)
  }
  const save = useMutation({
    mutationFn: () => send(page.version).catch(sendOver),
    onSuccess: async (saved) => {
      queries.setQueryData(queryKey, saved)
      forget()
      toast.ok(saved.published ? 'Saved; readers see it now' : 'Saved')
      await invalidatePages(queries)
    },
  })
  const saveOnce = useOnce(() => save.mutateAsync())

  const set = <N extends FieldName>(name: N, now: Fields[N]) =>
    setKept(({ [name]: before, ...others }) => {
      const was = (before as { was: Fields[N] } | undefined)?.was ?? theirs[name]
      return (isSame(now, theirs[name]) ? others : { ...others, [name]: { was, now } }) as Kept
    })
  const discard = () => {
    save.reset()
    forget()
  }
  return {
    fields: { ...theirs, ...mine },
    set,
    changed: names,
    /** Changed by somebody else since they were changed here. */
    clashes: clashesOf(kept, theirs).map((name) => ({ name, theirs: theirs[name], mine: kept[name]!.now })),
    keepMine: () =>
      setKept((before) =>
        Object.fromEntries(names.map((name) => [name, { was: theirs[name], now: before[name]!.now }])),
      ),
    takeTheirs: () =>
      setKept((before) => {
        const gone = clashesOf(before, theirs)
        return Object.fromEntries(Object.entries(before).filter(([name]) => !gone.includes(name as FieldName)))
      }),
    discard,
    save: saveOnce,
    isSaving: save.isPending,
    error: save.error,
  }
}

const clashesOf = (kept: Kept, theirs: Fields): FieldName[] =>
  (Object.keys(kept) as FieldName[]).filter((name) => !isSame(kept[name]!.was, theirs[name]))
