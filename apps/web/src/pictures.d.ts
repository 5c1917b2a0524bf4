declare module 'virtual:picture/*' {
  const url: string
  // biome-ignore lint/style/noDefaultExport: as Vite gives the address of any other file
  export default url
  /** Of those that are painted: in two sizes, and as small as beside a word. */
  export const srcSet: string
  export const thumbnail: string
}
