import type { ComponentProps } from 'react'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { quotePath, requestPath } from './paths.ts'
import { useRequests } from './useRequests.ts'

interface AskButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'className' | 'children'> {
  ask: 'availability' | 'quote'
}

/**
 * A button that opens a request form filled with the known trip. Without JavaScript it is a link to the page with the
 * same form.
 */
export function AskButton({ ask, look, className = '', children }: AskButtonProps) {
  const { askAvailability, askQuote, places } = useRequests()
  const path = (ask === 'quote' ? quotePath : requestPath)(places)
  return (
    <>
      <Button
        look={look}
        data-app={path}
        onClick={() => (ask === 'quote' ? askQuote() : askAvailability())}
        className={`${className} noscript:hidden`}
      >
        {children}
      </Button>
      <noscript className="noscript:contents">
        <ButtonLink href={path} look={look} className={className}>
          {children}
        </ButtonLink>
      </noscript>
    </>
  )
}
