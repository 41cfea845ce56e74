/** Field for a table that staff import. `onChoose` gets null if staff take the file back. */
export function TableFileField({ onChoose }: { onChoose: (file: File | null) => void }) {
  return (
    <label className="grid gap-1.5 font-medium text-sm">
      File CSV
      <input
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        className="block w-full rounded-field border border-ink/55 bg-white p-2 font-normal file:mr-3 file:rounded-field file:border-0 file:bg-panel file:px-3 file:py-1.5 file:font-semibold"
        onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
      />
    </label>
  )
}

/** Lists the faults of a table's lines. */
export function LineFaults({ faults }: { faults: readonly { path: string; message: string }[] }) {
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this box
      tabIndex={0}
      aria-label="Righe da correggere"
      className="wrap-anywhere max-h-60 list-disc overflow-y-auto rounded-field bg-brick-pale py-3 pr-4 pl-8 text-sm"
    >
      {faults.map(({ path, message }) => (
        <li key={`${path} ${message}`}>{message}</li>
      ))}
    </ul>
  )
}
