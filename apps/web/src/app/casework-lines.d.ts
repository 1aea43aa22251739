declare module 'virtual:casework-lines' {
  const slices: typeof import('@veritrace/contract/casework/slices').caseworkSlices
  export default slices
  export const account: Pick<typeof import('@veritrace/contract/provenance/account').account, 'orgs'>
}
