import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Arrowed } from '../ui/Arrowed.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { groups } from './sections.ts'
import { type Target, useRecords } from './useRecords.ts'

/** Ctrl K: every section by its name, and every record by what is typed. */
export function Palette({ isSuperAdmin, onClose }: { isSuperAdmin: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const records = useRecords(text)
  const targets = [...sectionsNamed(text, isSuperAdmin), ...records]
  const chosen = Math.min(active, targets.length - 1)

  const go = (target: Target | undefined) => {
    if (!target) return
    onClose()
    void navigate(target.to)
  }

  return (
    <Dialog title="Vai a…" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          go(targets[chosen])
        }}
      >
        <input
          type="text"
          role="combobox"
          aria-label="Sezione o dato da cercare"
          aria-expanded={targets.length > 0}
          aria-controls="palette"
          aria-activedescendant={targets.length > 0 ? `palette-${chosen}` : undefined}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setActive(0)
          }}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
            if (step === 0 || targets.length === 0) return
            event.preventDefault()
            setActive((chosen + step + targets.length) % targets.length)
          }}
          className="h-12 w-full rounded-field border border-ink/55 bg-white px-3.5"
        />
        <div id="palette" role="listbox" aria-label="Risultati" className="mt-3 max-h-[50vh] overflow-y-auto">
          {targets.map((target, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field above
            <div
              key={target.to}
              id={`palette-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onClick={() => go(target)}
              className={`flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-field px-3 ${index === chosen ? 'bg-sea-pale' : 'hover:bg-panel'}`}
            >
              <span>
                <Arrowed text={target.label} />
              </span>
              <span className="text-ink-soft text-sm">{target.hint}</span>
            </div>
          ))}
        </div>
        {targets.length === 0 && <p className="mt-3 text-ink-soft">Nessun risultato.</p>}
      </form>
    </Dialog>
  )
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function sectionsNamed(text: string, isSuperAdmin: boolean): Target[] {
  return groups.flatMap(({ label, sections }) =>
    sections
      .filter((section) => isSuperAdmin || !section.isForSuperAdmins)
      .filter((section) => plain(`${label} ${section.label}`).includes(plain(text.trim())))
      .map((section) => ({ label: section.label, hint: label, to: `/admin/${section.path}` })),
  )
}
