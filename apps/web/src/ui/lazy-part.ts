import { type ComponentType, lazy } from 'react'

/** A component whose code is loaded when it first shows. */
export const lazyPart = <Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) => lazy(async () => ({ default: (await load())[name] }))
