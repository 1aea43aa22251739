// Helpers that the files in sites/ use to describe their pages.
import type { Content, Page, SubprocessorList } from './site.ts'

type More = Partial<Omit<Page, 'kind' | 'title' | 'content'>>

const page = (kind: string, title: string, content: Content, more: More = {}): Page => ({
  kind,
  title,
  content,
  link: title,
  ...more,
})

export const home = (
  lead: string,
  points: readonly (readonly [title: string, text: string])[],
  more: More & { small?: string } = {},
): Page => {
  const { small, ...rest } = more
  return page('homepage', 'Home', { as: 'home', lead, points, ...(small && { small }) }, { link: '', ...rest })
}

export const article = (kind: string, title: string, markdown: string, more?: More): Page =>
  page(kind, title, { as: 'article', markdown }, more)

export const subprocessors = (list: SubprocessorList, more: More & { title?: string } = {}): Page => {
  const { title = 'Subprocessors', ...rest } = more
  return page('subprocessors', title, { as: 'subprocessors', ...list }, rest)
}

/** A string is a paragraph; a list of cells is a table row. */
export const pdf = (kind: string, title: string, lines: readonly (string | readonly string[])[]): Page =>
  page(kind, title, { as: 'pdf', lines })

export const file = (type: string, text: string, more?: More): Page =>
  page('', '', { as: 'file', type, text }, { link: '', ...more })

export const redirect = (to: string, status: 301 | 302 | 307 | 308 = 301): Page =>
  page('', '', { as: 'redirect', status, to }, { link: '' })

export const failing = (status: number, text: string, headers?: Readonly<Record<string, string>>): Page =>
  page('', '', { as: 'error', status, text, ...(headers && { headers }) }, { link: '' })
