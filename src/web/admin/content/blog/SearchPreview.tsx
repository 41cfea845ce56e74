import { metaDescriptionHint, metaTitleHint } from '../../../../modules/content/blog/contract.ts'

interface SearchPreviewProps {
  slug: string
  title: string
  description: string
}

export function SearchPreview({ slug, title, description }: SearchPreviewProps) {
  return (
    <section aria-label="Anteprima su Google" className="rounded-card border border-line bg-white p-4">
      <p className="mb-2 text-ink-soft text-xs">Come appare su Google, circa</p>
      <p className="break-all text-sm">
        {location.host} › blog › {slug || 'slug'}
      </p>
      <p className="text-[#1a0dab] text-lg leading-snug">
        {cut(title, metaTitleHint) || 'Il titolo dell’articolo'}
      </p>
      <p className="mt-0.5 text-ink-soft text-sm">
        {cut(description, metaDescriptionHint) || 'Il riassunto dell’articolo.'}
      </p>
    </section>
  )
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const start = text.slice(0, max - 1)
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), max / 2)).trimEnd()}…`
}

export function Meter({ label, length, max }: { label: string; length: number; max: number }) {
  const isOver = length > max
  return (
    <div className="mt-1.5">
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-panel">
        <div
          className={`h-full ${isOver ? 'bg-brick' : length === 0 ? '' : 'bg-leaf'}`}
          style={{ width: `${Math.min(100, (length / max) * 100)}%` }}
        />
      </div>
      <p className={`figures mt-1 text-sm ${isOver ? 'font-medium text-brick' : 'text-ink-soft'}`}>
        {label}: {length} di {max} caratteri{isOver && ', il resto sarà tagliato'}
      </p>
    </div>
  )
}
