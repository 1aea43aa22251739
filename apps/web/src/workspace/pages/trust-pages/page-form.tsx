// The form around the fields of a page, on both tabs.
import { useRouterState } from '@tanstack/react-router'
import { type ComponentProps, type FormEvent, type ReactNode, useEffect } from 'react'
import { Field, Input, TextArea } from '../../../ui/field.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { problemAt } from '../../shared/refusal.ts'
import { type FieldName, type Fields, NAMES, pathOf } from './page-fields.ts'
import { SaveBar } from './save-bar.tsx'
import type { Draft } from './use-draft.ts'

export function PageForm({ draft, children }: { draft: Draft; children: ReactNode }) {
  const field = useRouterState({ select: ({ location }) => location.hash })
  // Readiness checks link to the field to fix.
  useEffect(() => {
    if (field) document.getElementById(field)?.focus()
  }, [field])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    draft.save()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {!may('member') && <p className="text-sm text-ink-2">This page is read-only for you. {whyNot('member')}.</p>}
      <fieldset disabled={!may('member')} className="flex min-w-0 flex-col gap-4">
        <legend className="sr-only">Page</legend>
        {children}
      </fieldset>
      <SaveBar draft={draft} />
    </form>
  )
}

type TextName = { [N in FieldName]: Fields[N] extends string ? N : never }[FieldName]
interface TextProps {
  draft: Draft
  name: TextName
  hint?: ReactNode
  isLong?: boolean
}
/** A text field with one or several lines. */
export function Text({
  draft,
  name,
  hint,
  isLong = false,
  ...rest
}: TextProps & Omit<ComponentProps<'input'>, 'name'>) {
  const given = {
    id: name,
    className: 'disabled:bg-sunken disabled:text-ink-2',
    value: draft.fields[name],
    onChange: ({ target }: { target: { value: string } }) => draft.set(name, target.value),
  }
  const error = problemAt(draft.error, pathOf(name))
  return (
    <Field label={NAMES[name]} hint={hint} error={error} {...(rest.required && { required: true })}>
      {isLong ? <TextArea rows={8} maxLength={rest.maxLength} {...given} /> : <Input {...given} {...rest} />}
    </Field>
  )
}
