import { useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { useCountdown } from '../ui/useCountdown.ts'
import { useCompany } from './company.ts'
import { Icon } from './icons.tsx'
import { SentCode } from './SentCode.tsx'

const shownMs = 3000

interface SentViewProps {
  title: string
  text: string
  code: string
  onClose: () => void
}

/** Confirms that a form was sent. Closes the dialog after a delay, unless the visitor hovers or focuses the dialog. */
export function SentView({ title, text, code, onClose }: SentViewProps) {
  const { phone, tel } = useCompany()
  const heading = useRef<HTMLHeadingElement>(null)
  const handlers = useCountdown(shownMs, onClose)
  useEffect(() => heading.current?.focus(), [])

  return (
    <div {...handlers} className="py-4 text-center">
      <span className="mx-auto grid size-16 place-items-center rounded-full bg-leaf text-white">
        <Icon name="check" className="size-8" />
      </span>
      <h3 ref={heading} tabIndex={-1} className="mt-5 font-serif text-2xl outline-none">
        {title}
      </h3>
      <p className="mx-auto mt-2 max-w-sm text-ink-soft">{text}</p>
      <SentCode code={code} className="mt-3" />
      <p className="mt-1 text-ink-soft">
        Hai fretta? Chiama il{' '}
        <a href={tel} className="whitespace-nowrap font-semibold text-sea underline">
          {phone}
        </a>
        .
      </p>
      <Button look="plain" onClick={onClose} className="mt-6">
        Chiudi
      </Button>
    </div>
  )
}
