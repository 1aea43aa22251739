import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { useSessionStorage } from '../../../shared/use-session-storage.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Forbidden } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { may, whyNot } from '../../shared/may.ts'
import { isOf, otherProblem, problemAt } from '../../shared/refusal.ts'
import { invalidatePages } from './queries.ts'

const BLANK = { name: '', slug: null as string | null, headline: '', contact: '' }
const PATHS = ['display_name', 'slug', 'headline', 'security_contact']

export function NewPage({ open, onClose }: { open: boolean; onClose(): void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft, forget] = useSessionStorage('new page', BLANK)
  // The URL follows the name until the user edits it.
  const slug = draft.slug ?? slugOf(draft.name)
  const create = useMutation({
    mutationFn: () =>
      api.pages.create({
        body: {
          slug,
          display_name: draft.name.trim(),
          headline: draft.headline.trim(),
          security_contact: draft.contact.trim() || null,
        },
      }),
    onSuccess: async (made) => {
      forget()
      toast.ok(`“${made.display_name}” created`, 'Only your team can see it until you publish it.')
      void invalidatePages(queries)
      await navigate({ to: '/pages/$slug', params: { slug: made.slug } })
    },
  })
  const createOnce = useOnce(() => create.mutateAsync())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    createOnce()
  }
  const close = () => {
    create.reset()
    onClose()
  }
  const giveUp = () => {
    forget()
    close()
  }
  const set = (change: Partial<typeof BLANK>) => setDraft({ ...draft, ...change })
  const isTaken = isOf(create.error, 'slug_taken')
  const problem = isTaken ? undefined : otherProblem(create.error, PATHS)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="New trust page"
      description="Only your team can see it until you publish it."
      footer={
        <>
          <Button onClick={giveUp}>Cancel</Button>
          <Button
            variant="solid"
            type="submit"
            form="new-page"
            busy={create.isPending}
            disabled={!may('member')}
            title={whyNot('member')}
          >
            Create page
          </Button>
        </>
      }
    >
      {may('member') ? (
        <form id="new-page" onSubmit={submit} className="flex flex-col gap-4">
          <Field label="Name" required error={problemAt(create.error, 'display_name')} hint="As readers know you">
            <Input
              value={draft.name}
              onChange={({ target }) => set({ name: target.value })}
              required
              pattern=".*\S.*"
              maxLength={120}
            />
          </Field>
          <Field
            label="URL"
            required
            error={isTaken ? `“${slug}” is taken. Choose another.` : problemAt(create.error, 'slug')}
            hint={
              <>
                <span className="font-mono wrap-anywhere">
                  {location.host}/trust/{slug || '…'}
                </span>
                . Cannot be changed later. Lowercase letters, digits and hyphens
              </>
            }
          >
            <Input
              value={slug}
              onChange={({ target }) => set({ slug: target.value.toLowerCase().replaceAll(' ', '-') })}
              required
              pattern="[a-z0-9]([a-z0-9\-]{0,61}[a-z0-9])?"
              maxLength={63}
              className="font-mono"
              spellCheck={false}
              autoCapitalize="none"
            />
          </Field>
          <Field label="Headline" error={problemAt(create.error, 'headline')}>
            <Input
              value={draft.headline}
              onChange={({ target }) => set({ headline: target.value })}
              maxLength={200}
              placeholder="How we protect your data"
            />
          </Field>
          <Field
            label="Security contact"
            error={problemAt(create.error, 'security_contact')}
            hint="For questions from readers. Required to publish."
          >
            <Input
              type="email"
              value={draft.contact}
              onChange={({ target }) => set({ contact: target.value })}
              maxLength={254}
              placeholder="security@example.com"
            />
          </Field>
          {problem && (
            <p role="alert" className="text-sm text-critical">
              {problem}
            </p>
          )}
        </form>
      ) : (
        <Forbidden title="You cannot create pages">{whyNot('member')}.</Forbidden>
      )}
    </Dialog>
  )
}

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-+$/, '')
