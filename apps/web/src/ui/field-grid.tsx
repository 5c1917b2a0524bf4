import type { ReactNode } from 'react'
import classes from '#web/ui/field-grid.module.css'

/** The inputs of a form, in as many columns as fit. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <div className={classes.fields}>{children}</div>
)
