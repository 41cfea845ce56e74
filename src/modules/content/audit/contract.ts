/** Labels of the actions of this module in the audit log. */
export const contentActions = {
  'content:articleChanged': 'Articolo modificato',
  'content:articleCreated': 'Articolo creato',
  'content:articlePublished': 'Articolo pubblicato all’ora stabilita',
  'content:categoryChanged': 'Categoria modificata',
  'content:categoryCreated': 'Categoria creata',
  'content:categoryDeleted': 'Categoria eliminata',
  'content:draftBegun': 'Bozza iniziata',
  'content:draftDiscarded': 'Bozza scartata',
  'content:missedPageDismissed': 'Pagina non trovata archiviata',
  'content:photoChanged': 'Foto modificata',
  'content:photoCreated': 'Foto aggiunta',
  'content:photoDeleted': 'Foto eliminata',
  'content:pictureUploaded': 'Immagine caricata',
  'content:postDeleted': 'Articolo eliminato',
  'content:redirectChanged': 'Reindirizzamento modificato',
  'content:redirectCreated': 'Reindirizzamento creato',
  'content:redirectDeleted': 'Reindirizzamento eliminato',
  'content:reviewAnswered': 'Risposta a una recensione',
  'content:reviewHidden': 'Recensione nascosta',
  'content:reviewShown': 'Recensione mostrata di nuovo',
  'content:sitemapRequested': 'Costruzione della sitemap',
  'content:subscriptionEnded': 'Iscrizione alla newsletter annullata',
  'content:translationDraftKept': 'Traduzione scritta dall’AI',
  'content:translationReviewed': 'Traduzione rivista',
  'content:translationSaved': 'Traduzione salvata come bozza',
}

type Acts = Record<keyof typeof contentActions, string>

declare module '../../../kernel/audit.ts' {
  interface AuditedActs extends Acts {}
}
