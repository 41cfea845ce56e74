import { Link } from 'react-router'

interface CountRowProps {
  to: string
  text: string
  note?: string
}

export function CountRow({ to, text, note }: CountRowProps) {
  return (
    <>
      <Link
        to={to}
        className="inline-flex min-h-6 pointer-coarse:min-h-(--target) items-center text-sea-deep underline underline-offset-4"
      >
        {text}
      </Link>
      {note && <span className="block text-ink-soft text-sm">{note}</span>}
    </>
  )
}
