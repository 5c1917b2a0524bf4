import { mkdir, rm, writeFile } from 'node:fs/promises'
import { folders } from './folders.ts'

const MB = 1_000_000
let count = 0
let bytes = 0

for (const { folder, pictures } of folders) {
  await rm(folder, { recursive: true, force: true })
  for (const { file, draw } of pictures) {
    const target = new URL(file, folder)
    const content = await draw()
    await mkdir(new URL('.', target), { recursive: true })
    await writeFile(target, content)
    count += 1
    bytes += content.length
  }
}
console.log(`${count} pictures, ${(bytes / MB).toFixed(1)} MB. Look at what changed, then commit it.`)
