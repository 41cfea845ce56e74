import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ComboboxList } from '../ui/ComboboxList.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useCombobox } from '../ui/useCombobox.ts'
import { adminPath } from './kit/adminPath.ts'
import { plainText } from './kit/plainText.ts'
import { useRights } from './kit/rights.ts'
import { groups } from './sections.ts'
import { type Target, useRecords } from './useRecords.ts'

/** Dialog opened by Ctrl K. It finds sections by name and records by their text. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { opens } = useRights()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const records = useRecords(text)
  const targets = [...sectionsNamed(text).filter(({ to }) => opens(to)), ...records]
  const { inputProps, listProps } = useCombobox({
    value: { text, id: null },
    options: targets.map(({ label, hint }, index) => ({ id: index, name: label, note: hint })),
    onChange({ text: typed, id: index }) {
      const target = index === null ? undefined : targets[index]
      if (!target) return setText(typed)
      onClose()
      void navigate(target.to)
    },
  })

  return (
    <Dialog title="Vai a…" onClose={onClose}>
      <search>
        <input
          {...inputProps}
          type="text"
          aria-label="Sezione o dato da cercare"
          className="h-12 w-full rounded-field border border-ink/55 bg-white px-3.5"
        />
        <ComboboxList {...listProps} label="Risultati" />
        {targets.length === 0 && <p className="mt-3 text-ink-soft">Nessun risultato.</p>}
      </search>
    </Dialog>
  )
}

function sectionsNamed(text: string): Target[] {
  return groups.flatMap(({ label, sections }) =>
    sections
      .filter((section) => plainText(`${label} ${section.label}`).includes(plainText(text.trim())))
      .map((section) => ({ label: section.label, hint: label, to: adminPath(section.path) })),
  )
}
