import { MainArea } from '#web/app/main-area.tsx'
import { Navbar } from '#web/app/navbar.tsx'

/** The frame around what signed-in people see. */
export function Shell() {
  return (
    <>
      <Navbar />
      <MainArea />
    </>
  )
}
