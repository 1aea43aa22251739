import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Dropdown, DropdownItem, DropdownLabel, DropdownSeparator } from '../../../ui/dropdown.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { BUILT_IN, isCurrent, type SavedView, searchOfView, useSavedViews } from './saved-views.ts'
import { FILTERS, useCasesSearch, useSetSearch } from './use-cases.ts'

export function ViewMenu() {
  const search = useCasesSearch()
  const setSearch = useSetSearch()
  const { views, save, remove } = useSavedViews()
  const [naming, setNaming] = useState(false)
  const all = [...BUILT_IN, ...views]
  const current = all.find((view) => isCurrent(view, search))
  const saved = views.find(({ name }) => name === current?.name)
  const show = (view: SavedView) => setSearch(searchOfView(view) as Parameters<typeof setSearch>[0])
  const onSave = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (!name) return
    save(name, Object.fromEntries(FILTERS.filter((one) => search[one]).map((one) => [one, search[one]])))
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
        {saved && (
          <DropdownItem icon={<Trash2 />} tone="critical" onClick={() => remove(saved.name)}>
            Delete “{saved.name}”
          </DropdownItem>
        )}
      </Dropdown>
      <Dialog
        open={naming}
        onOpenChange={setNaming}
        title="Save this view"
        description="Saves the filters and the order in this browser."
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
