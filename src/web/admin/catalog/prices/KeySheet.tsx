import { useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { keyMap } from './keys.ts'

export function KeySheet({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = keyMap.filter(({ keys, does }) =>
    words.every((word) => `${keys} ${does}`.toLowerCase().includes(word)),
  )
  return (
    <Dialog title="Tasti della tabella" onClose={onClose}>
      <search>
        <TextField
          label="Cerca un tasto o un’azione"
          type="search"
          aria-required
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </search>
      <dl className="mt-4 grid gap-x-4 text-sm sm:grid-cols-[auto_1fr]">
        {found.map(({ keys, does }) => (
          <div key={keys} className="grid border-line border-b py-1.5 sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="font-semibold">{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      {found.length === 0 && <p className="text-ink-soft">Nessun tasto corrisponde.</p>}
    </Dialog>
  )
}
