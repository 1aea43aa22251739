// A trust page as form values. Empty fields are empty strings.
import type { Page, PagePatch, SECTIONS } from '@veritrace/contract/provenance/pages'

export type Section = (typeof SECTIONS)[number]

export const fieldsOf = (page: Page) => ({
  display_name: page.display_name,
  headline: page.headline,
  intro: page.intro,
  locale: page.locale,
  sections: page.sections as readonly Section[],
  security_contact: page.security_contact ?? '',
  status_page_url: page.status_page_url ?? '',
  nda_required: page.nda_required,
  nda_template_id: page.nda_template_id ?? '',
  indexable: page.indexable,
  footer_branding: page.footer_branding,
  custom_domain: page.custom_domain ?? '',
  primary_color: page.theme.primary_color ?? '',
  logo_url: page.theme.logo_url ?? '',
  dark_logo_url: page.theme.dark_logo_url ?? '',
  favicon_url: page.theme.favicon_url ?? '',
})
export type Fields = ReturnType<typeof fieldsOf>
export type FieldName = keyof Fields

export const NAMES: Readonly<Record<FieldName, string>> = {
  display_name: 'Name',
  headline: 'Headline',
  intro: 'Introduction',
  locale: 'Language',
  sections: 'Sections',
  security_contact: 'Security contact',
  status_page_url: 'Status page',
  nda_required: 'NDA',
  nda_template_id: 'NDA template',
  indexable: 'Search engines',
  footer_branding: 'Veritrace branding',
  custom_domain: 'Custom domain',
  primary_color: 'Color',
  logo_url: 'Logo',
  dark_logo_url: 'Dark mode logo',
  favicon_url: 'Favicon',
}

/** Fields of the content tab. All others belong to the other tab. */
const CONTENT: readonly FieldName[] = [
  'display_name',
  'headline',
  'intro',
  'locale',
  'sections',
  'security_contact',
  'status_page_url',
  'nda_required',
  'nda_template_id',
]
const THEME: readonly FieldName[] = ['primary_color', 'logo_url', 'dark_logo_url', 'favicon_url']
const EMPTY_IS_NULL: readonly FieldName[] = [
  'security_contact',
  'status_page_url',
  'nda_template_id',
  'custom_domain',
  ...THEME,
]

export const isContent = (name: FieldName): boolean => CONTENT.includes(name)
/** The path of the field in the API. */
export const pathOf = (name: FieldName): string => (THEME.includes(name) ? `theme.${name}` : name)
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export function patchOf(changes: Partial<Fields>): PagePatch {
  const sent = Object.entries(changes).map(([name, value]) => {
    const isNone = value === '' && EMPTY_IS_NULL.includes(name as FieldName)
    return [name as FieldName, isNone ? null : typeof value === 'string' ? value.trim() : value] as const
  })
  const theme = sent.filter(([name]) => THEME.includes(name))
  return {
    ...Object.fromEntries(sent.filter(([name]) => !THEME.includes(name))),
    ...(theme.length > 0 && { theme: Object.fromEntries(theme) }),
  }
}

/** A short text for the value, to compare it with another. */
export function displayValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return text === '' ? 'empty' : text.length > 160 ? `${text.slice(0, 160)}…` : text
}
