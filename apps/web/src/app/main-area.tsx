import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { LoadingShape } from '#web/ui/loading-shape.tsx'

/** Going to another screen moves the focus to its title, so that it is read out. */
export function MainArea() {
  const area = useRef<HTMLElement>(null)
  const { pathname, key } = useLocation()
  const isFirst = key === 'default'

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another screen moves the focus
  useEffect(() => {
    if (isFirst) return
    const title = area.current?.querySelector('h1')
    title?.setAttribute('tabindex', '-1')
    const target = title ?? area.current
    target?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <main id="main" tabIndex={-1} ref={area}>
      <Suspense fallback={<LoadingShape shape="page" />}>
        <Outlet />
      </Suspense>
    </main>
  )
}
