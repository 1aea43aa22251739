declare module 'virtual:provenance-lines' {
  const slices: typeof import('@veritrace/contract/provenance/slices').provenanceSlices
  export default slices
}
