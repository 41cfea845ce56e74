import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { sentenceOf } from '../../kit/api.ts'
import { useClipboard } from '../../kit/useClipboard.ts'
import { pictureIn, uploadPicture } from './upload.ts'

interface PictureFieldProps {
  /** Path on this site, or empty. */
  value: string
  onChange: (path: string) => void
}

/** Field in which staff choose, drop or paste a picture. The field uploads the picture at once. */
export function PictureField({ value, onChange }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function take(file: File | null): Promise<void> {
    if (!file) return
    setBusy(true)
    setError('')
    try {
      const { url } = await uploadPicture(file)
      onChange(url)
    } catch (failure) {
      setError(sentenceOf(failure))
    } finally {
      setBusy(false)
      if (input.current) input.current.value = ''
    }
  }

  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
  }

  const section = useRef<HTMLElement>(null)
  useClipboard(section, {
    onPaste(event, data) {
      const file = pictureIn(data)
      if (!file) return
      event.preventDefault()
      void take(file)
    },
  })

  return (
    <section
      ref={section}
      aria-label="Immagine"
      aria-busy={isBusy}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={(event) => {
        onDrag(event)
        void take(pictureIn(event.dataTransfer))
      }}
      className={`grid gap-3 rounded-card border border-dashed p-4 sm:grid-cols-[12rem_1fr] ${isOver ? 'border-sea bg-sea-pale' : 'border-ink/40'}`}
    >
      <Shown path={value} />
      <div className="grid content-center justify-items-start gap-2">
        <p className="text-ink-soft text-sm">
          Trascina qui una foto, incollala o sceglila: JPEG, PNG, WebP o AVIF, al massimo 8 MB.
        </p>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-label="File dell’immagine"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => void take(target.files?.[0] ?? null)}
        />
        <div className="flex flex-wrap gap-2">
          <Button look="plain" disabled={isBusy} onClick={() => input.current?.click()}>
            {isBusy ? 'Caricamento...' : value ? 'Cambia immagine' : 'Scegli immagine'}
          </Button>
          {value && (
            <Button look="plain" disabled={isBusy} onClick={() => onChange('')}>
              Togli immagine
            </Button>
          )}
        </div>
        <p role="alert" className="font-medium text-brick text-sm empty:hidden">
          {error}
        </p>
      </div>
    </section>
  )
}

function Shown({ path }: { path: string }) {
  const frame = 'grid aspect-3/2 place-items-center rounded-field bg-sea-pale text-center'
  if (path.startsWith('/tratte/'))
    return <p className={`${frame} p-3 text-ink-soft text-sm`}>Mappa della tratta {path}</p>
  if (!/^\/[^/\\]/.test(path))
    return (
      <p className={`${frame} p-3 text-ink-soft text-sm`}>
        Senza immagine il sito mostra la mappa del Salento
      </p>
    )
  return (
    <div className={`${frame} overflow-hidden`}>
      <img src={path} alt="Anteprima" className="size-full object-cover" />
    </div>
  )
}
