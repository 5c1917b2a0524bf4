import { rm } from 'node:fs/promises'

/** Runs while the product is still up; what it holds open goes with it. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for it
export default async function removeData(): Promise<void> {
  await rm(process.env.E2E_DATA_DIR!, { recursive: true, force: true })
}
