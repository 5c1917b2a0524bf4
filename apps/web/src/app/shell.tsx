import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Navbar } from '#web/app/navbar.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

/** The frame around what signed-in people see. */
export function Shell() {
  return (
    <>
      <Navbar />
      <main id="main" tabIndex={-1}>
        <Suspense fallback={<PageLoader />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  )
}
