/** `file` is relative to the folder it goes to. */
export type PictureFile = { file: string; draw: () => Promise<Buffer | string> }
