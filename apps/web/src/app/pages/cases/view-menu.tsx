import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Dropdown, DropdownItem, DropdownLabel, DropdownSeparator } from '../../../ui/dropdown.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { BUILT_IN, isCurrent, type SavedView, useSavedViews, wordsOfView } from './saved-views.ts'
import { FILTERS, useCaseWords, useSetWords } from './use-cases.ts'

export function ViewMenu() {
  const words = useCaseWords()
  const setWords = useSetWords()
  const { views, save, remove } = useSavedViews()
  const [naming, setNaming] = useState(false)
  const all = [...BUILT_IN, ...views]
  const current = all.find((view) => isCurrent(view, words))
  const own = views.find(({ name }) => name === current?.name)
  const show = (view: SavedView) => setWords(wordsOfView(view) as Parameters<typeof setWords>[0])
  const onSave = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (!name) return
    save(name, Object.fromEntries(FILTERS.filter((one) => words[one]).map((one) => [one, words[one]])))
    setNaming(false)
  }
  return (
    <>
      <Dropdown
        align="start"
        trigger={
          <Button aria-label={`View: ${current?.name ?? 'not saved'}`}>
            <Bookmark />
            <span className="max-w-40 truncate max-sm:max-w-20">{current?.name ?? 'Not saved'}</span>
          </Button>
        }
      >
        <DropdownLabel>Views</DropdownLabel>
        {all.map((view) => (
          <DropdownItem key={view.name} checked={view === current} onClick={() => show(view)}>
            {view.name}
          </DropdownItem>
        ))}
        <DropdownSeparator />
        <DropdownItem icon={<BookmarkPlus />} onClick={() => setNaming(true)}>
          Save this view
        </DropdownItem>
        {own && (
          <DropdownItem icon={<Trash2 />} tone="critical" onClick={() => remove(own.name)}>
            Delete “{own.name}”
          </DropdownItem>
        )}
      </Dropdown>
      <Dialog
        open={naming}
        onOpenChange={setNaming}
        title="Save this view"
        description="Its filters and order, in this browser."
        footer={
          <Button variant="solid" type="submit" form="save-view">
            Save
          </Button>
        }
      >
        <form id="save-view" onSubmit={onSave}>
          <Field label="Name" required>
            <Input name="name" required maxLength={60} autoComplete="off" />
          </Field>
        </form>
      </Dialog>
    </>
  )
}
