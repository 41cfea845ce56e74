import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { sentenceOf } from './api.ts'

export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="rounded-card border border-line border-dashed px-6 py-12 text-center text-ink-soft">
      <p>{children}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="rounded-card border border-brick/40 bg-brick-pale px-5 py-4">
      <p className="font-medium">{sentenceOf(error)}</p>
      <Button look="plain" className="mt-3" onClick={onRetry}>
        Riprova
      </Button>
    </div>
  )
}

export function Waiting({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Caricamento in corso" className="grid gap-3">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical and never change their order
        <div key={row} className="h-10 rounded-field bg-panel motion-safe:animate-pulse" />
      ))}
    </div>
  )
}

interface AnswerProps<T> {
  of: { data: T | undefined; error: unknown; refetch: () => unknown }
  children: (data: T) => ReactNode
  rows?: number
}

export function Answer<T>({ of, children, rows = 6 }: AnswerProps<T>) {
  if (of.data !== undefined) return children(of.data)
  if (of.error) return <Failed error={of.error} onRetry={() => of.refetch()} />
  return <Waiting rows={rows} />
}
