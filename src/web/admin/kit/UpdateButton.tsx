import { Button } from '../../ui/Button.tsx'

interface UpdateButtonProps {
  isShown: boolean
  onPress: () => void
  children: string
}

/** Button that shows the current data. Fixed over the page, so that nothing moves when the button appears. */
export function UpdateButton({ isShown, onPress, children }: UpdateButtonProps) {
  return (
    <div role="status" className="fixed bottom-4 left-1/2 z-20 -translate-x-1/2 print:hidden">
      {isShown && (
        <Button look="sea" onClick={onPress}>
          {children}
        </Button>
      )}
    </div>
  )
}
