// For whom the calls of this page are made; the server wrote it into the page.
interface Acting {
  label: string
  tenant: string
  workspace: string
}

const content = document.querySelector<HTMLMetaElement>('meta[name=acting]')?.content

/** Undefined where nobody has signed in. */
export const acting: Acting | undefined = content ? JSON.parse(content) : undefined
