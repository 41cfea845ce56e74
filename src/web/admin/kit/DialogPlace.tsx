import { createContext, type ReactNode, useContext, useState } from 'react'

type ShownDialog = (close: () => void) => ReactNode

const DialogContext = createContext<(dialog: ShownDialog) => void>(() => {})

/** Returns a function that shows a dialog at the end of the screen, so that a cell of a list can open one. */
export const useDialog = () => useContext(DialogContext)

/** Shows one dialog at a time, below `children`. */
export function DialogPlace({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<ShownDialog | null>(null)
  const [show] = useState(() => (next: ShownDialog) => setDialog(() => next))
  return (
    <DialogContext value={show}>
      {children}
      {dialog?.(() => setDialog(null))}
    </DialogContext>
  )
}
