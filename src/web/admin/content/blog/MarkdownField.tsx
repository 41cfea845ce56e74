import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { PreviewArticle } from '../../../../modules/content/blog/contract.ts'
import { toast } from '../../../ui/toast.ts'
import { sentenceOf, useQueryCall } from '../../kit/api.ts'
import { countOf } from '../../kit/format.ts'
import { pictureIn, uploadPicture } from '../pictures/upload.ts'

interface MarkdownFieldProps {
  label: string
  value: string
  error?: string | undefined
  onChange: (text: string) => void
  onBlur: () => void
}

/** Each tool inserts its marks around the selection or before the selected lines. */
const tools = [
  { label: 'Grassetto', around: '**', sample: 'testo' },
  { label: 'Corsivo', around: '*', sample: 'testo' },
  { label: 'Titolo', before: '## ', sample: 'Titolo' },
  { label: 'Elenco', before: '- ', sample: 'voce' },
] as const

/** Editor of a Markdown text, into which staff can drop or paste pictures. */
export function MarkdownField({ label, value, error, onChange, onBlur }: MarkdownFieldProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)

  /** Inserts text with the browser's editing command, so that Ctrl Z can undo it. */
  function insert(text: string): void {
    area.current?.focus()
    if (!document.execCommand('insertText', false, text)) onChange(value + text)
  }

  function use(tool: (typeof tools)[number]): void {
    const field = area.current
    if (!field) return
    const selected = value.slice(field.selectionStart, field.selectionEnd) || tool.sample
    if ('around' in tool) {
      insert(tool.around + selected + tool.around)
      return
    }
    const startsLine = field.selectionStart === 0 || value[field.selectionStart - 1] === '\n'
    insert((startsLine ? '' : '\n') + selected.replace(/^/gm, tool.before))
  }

  async function insertPicture(file: File): Promise<void> {
    try {
      const { url } = await uploadPicture(file)
      insert(`![Descrizione della foto](${url})`)
    } catch (failure) {
      toast({ title: 'Impossibile caricare l’immagine', text: sentenceOf(failure), tone: 'destructive' })
    }
  }

  const take = (event: DragEvent | ClipboardEvent, data: DataTransfer) => {
    const file = pictureIn(data)
    if (!file) return
    event.preventDefault()
    void insertPicture(file)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const tool = event.key === 'b' ? tools[0] : event.key === 'i' ? tools[1] : null
    if (!tool || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    use(tool)
  }

  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col">
        <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
          <label htmlFor={id} className="font-medium text-sm">
            {label}
          </label>
          <div role="toolbar" aria-label="Formattazione" aria-controls={id} className="flex flex-wrap gap-1">
            {tools.map((tool) => (
              <button
                key={tool.label}
                type="button"
                onClick={() => use(tool)}
                className="min-h-(--target) rounded-field border border-line bg-white px-2.5 text-sm hover:border-ink"
              >
                {tool.label}
              </button>
            ))}
          </div>
        </div>
        <textarea
          ref={area}
          id={id}
          name="content"
          value={value}
          aria-required="true"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          onPaste={(event) => take(event, event.clipboardData)}
          onDrop={(event) => take(event, event.dataTransfer)}
          className="block h-96 w-full rounded-field border border-ink/55 bg-white px-3.5 py-2.5 leading-relaxed lg:h-160 aria-invalid:border-brick aria-invalid:bg-brick-pale"
        />
        <p
          id={`${id}-note`}
          className={`mt-1.5 text-sm ${error ? 'font-medium text-brick' : 'text-ink-soft'}`}
        >
          {error ??
            'Markdown: ## titolo, **grassetto**, - elenco, [testo](indirizzo). Le foto si incollano nel testo.'}
        </p>
      </div>
      <Preview content={value} />
    </div>
  )
}

const pauseMs = 300

function Preview({ content }: { content: string }) {
  const pausedContent = useDeferredValue(usePaused(content))
  const preview = useQueryCall(PreviewArticle, { content: pausedContent }, { keepPrevious: true })
  const words = preview.data?.words ?? 0
  return (
    <div className="flex min-w-0 flex-col">
      <p className="mb-1.5 flex min-h-(--target) items-center justify-between gap-2 text-sm">
        <span className="font-medium">Anteprima</span>
        <span className="figures text-ink-soft">
          {countOf(words, ['parola', 'parole'])}, circa {Math.max(1, Math.round(words / 200))} min di lettura
        </span>
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this box
        tabIndex={0}
        aria-label="Articolo come sul sito"
        aria-busy={preview.isFetching}
        className="prose h-96 overflow-y-auto lg:h-160 rounded-field border border-line bg-stone px-5 py-3"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made and sanitised the HTML, as for the site
        dangerouslySetInnerHTML={{ __html: inNewTabs(preview.data?.html ?? '') }}
      />
      {preview.error !== null && <p className="mt-1.5 text-brick text-sm">{sentenceOf(preview.error)}</p>}
    </div>
  )
}

/** Makes links open in new tabs instead of replacing the editor. */
function inNewTabs(html: string): string {
  return html.replaceAll('<a href', '<a target="_blank" href')
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
