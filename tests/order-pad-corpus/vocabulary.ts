export type Language = 'en' | 'de' | 'fr' | 'it' | 'es' | 'nl'

/** Contents of a column. */
export type ColumnKind =
  | 'position'
  | 'code'
  | 'gtin'
  | 'brand'
  | 'name'
  | 'quantity'
  | 'unit'
  | 'price'
  | 'total'
  | 'discount'
  | 'stock'
  | 'minimum'
  | 'pack'
  | 'weight'
  | 'hsCode'
  | 'date'
  | 'orderNumber'
  | 'tax'
  | 'note'
  | 'delivered'
  | 'open'

/** Column headings as exports and customers write them. */
export const HEADINGS: Record<Language, Record<ColumnKind, string[]>> = {
  en: {
    position: ['Pos.', 'Line', '#', 'No.', 'Line no.'],
    code: ['SKU', 'Item no.', 'Part number', 'Article', 'Product code', 'Part #', 'Item number'],
    gtin: ['EAN', 'GTIN', 'Barcode', 'EAN/UPC'],
    brand: ['Brand', 'Manufacturer', 'Make'],
    name: ['Description', 'Product', 'Item description', 'Name', 'Part'],
    quantity: ['Qty', 'Quantity', 'Order qty', 'QTY.', 'Pcs', 'Ordered'],
    unit: ['Unit', 'UoM', 'UOM'],
    price: ['Unit price', 'Price', 'Price (USD)', 'Net price'],
    total: ['Total', 'Amount', 'Line total', 'Net amount'],
    discount: ['Discount %', 'Disc.'],
    stock: ['In stock', 'Available', 'Stock'],
    minimum: ['MOQ', 'Min. order', 'Minimum'],
    pack: ['Pack size', 'Pack', 'Units per carton'],
    weight: ['Weight (kg)', 'Weight'],
    hsCode: ['HS code', 'Tariff no.'],
    date: ['Delivery date', 'Date', 'Required by'],
    orderNumber: ['Order no.', 'PO number', 'Document'],
    tax: ['VAT %', 'Tax'],
    note: ['Note', 'Remark', 'Comment'],
    delivered: ['Delivered', 'Qty shipped'],
    open: ['Backorder', 'Open'],
  },
  de: {
    position: ['Pos.', 'Pos', 'Lfd. Nr.', 'Nr.', 'Position'],
    code: ['Artikelnummer', 'Art.-Nr.', 'Artikel-Nr.', 'Artikel', 'Bestellnummer', 'Teilenummer'],
    gtin: ['EAN', 'GTIN', 'EAN-Code', 'Barcode'],
    brand: ['Marke', 'Hersteller'],
    name: ['Bezeichnung', 'Artikelbezeichnung', 'Beschreibung', 'Text'],
    quantity: ['Menge', 'Anzahl', 'Stück', 'Stk.', 'Bestellmenge'],
    unit: ['Einheit', 'ME', 'Mengeneinheit'],
    price: ['Einzelpreis', 'EP', 'Preis', 'E-Preis', 'Preis/Stk'],
    total: ['Gesamt', 'Gesamtpreis', 'Betrag', 'GP', 'Summe'],
    discount: ['Rabatt', 'Rabatt %'],
    stock: ['Bestand', 'Lagerbestand', 'Verfügbar'],
    minimum: ['Mindestmenge', 'Mindestbestellmenge', 'MBM'],
    pack: ['VPE', 'Verpackungseinheit'],
    weight: ['Gewicht', 'Gewicht kg'],
    hsCode: ['Zolltarifnr.', 'Warennummer'],
    date: ['Liefertermin', 'Datum', 'Lieferdatum'],
    orderNumber: ['Belegnummer', 'Auftrag', 'Bestell-Nr. Kunde'],
    tax: ['MwSt.', 'USt. %'],
    note: ['Bemerkung', 'Notiz', 'Hinweis'],
    delivered: ['Geliefert', 'Liefermenge'],
    open: ['Rückstand', 'Offen'],
  },
  fr: {
    position: ['N°', 'Ligne', 'Pos.'],
    code: ['Référence', 'Réf.', 'Code article', 'Article', 'Réf. article'],
    gtin: ['EAN', 'Code-barres', 'Gencod'],
    brand: ['Marque', 'Fabricant'],
    name: ['Désignation', 'Libellé', 'Description'],
    quantity: ['Quantité', 'Qté', 'Qté.', 'Nombre', 'Qté commandée'],
    unit: ['Unité', 'U'],
    price: ['Prix unitaire', 'PU HT', 'Prix'],
    total: ['Montant', 'Total HT', 'Montant HT'],
    discount: ['Remise', 'Remise %'],
    stock: ['Stock', 'Disponible'],
    minimum: ['Minimum', 'Qté mini'],
    pack: ['Conditionnement', 'Colisage'],
    weight: ['Poids', 'Poids (kg)'],
    hsCode: ['Code douanier'],
    date: ['Date', 'Date de livraison'],
    orderNumber: ['N° commande', 'Commande'],
    tax: ['TVA'],
    note: ['Remarque', 'Commentaire'],
    delivered: ['Livré', 'Qté livrée'],
    open: ['Reste', 'Reliquat'],
  },
  it: {
    position: ['Pos.', 'Riga', 'N.'],
    code: ['Codice', 'Cod. articolo', 'Codice articolo', 'Articolo', 'Cod.'],
    gtin: ['EAN', 'Codice EAN', 'Codice a barre'],
    brand: ['Marca', 'Marchio'],
    name: ['Descrizione', 'Denominazione'],
    quantity: ['Quantità', 'Q.tà', 'Qta', 'Pezzi', 'Q.tà ordinata'],
    unit: ['U.M.', 'UM', 'Unità'],
    price: ['Prezzo', 'Prezzo unitario', 'Prezzo netto'],
    total: ['Importo', 'Totale'],
    discount: ['Sconto', 'Sconto %'],
    stock: ['Giacenza', 'Disponibilità'],
    minimum: ['Minimo', 'Lotto minimo'],
    pack: ['Confezione', 'Imballo'],
    weight: ['Peso', 'Peso kg'],
    hsCode: ['Codice doganale'],
    date: ['Data', 'Data consegna'],
    orderNumber: ['Ordine', 'N. ordine'],
    tax: ['IVA', 'IVA %'],
    note: ['Note', 'Osservazioni'],
    delivered: ['Consegnato', 'Q.tà consegnata'],
    open: ['Residuo', 'Inevaso'],
  },
  es: {
    position: ['Pos.', 'Línea', 'N.º'],
    code: ['Referencia', 'Código', 'Artículo', 'Ref.', 'Cód. artículo'],
    gtin: ['EAN', 'Código de barras'],
    brand: ['Marca', 'Fabricante'],
    name: ['Descripción', 'Denominación', 'Producto'],
    quantity: ['Cantidad', 'Cant.', 'Uds.', 'Unidades'],
    unit: ['Unidad', 'UM'],
    price: ['Precio', 'Precio unitario'],
    total: ['Importe', 'Total'],
    discount: ['Dto.', 'Descuento'],
    stock: ['Existencias', 'Stock'],
    minimum: ['Mínimo', 'Pedido mínimo'],
    pack: ['Embalaje', 'Uds. por caja'],
    weight: ['Peso', 'Peso kg'],
    hsCode: ['Código arancelario'],
    date: ['Fecha', 'Fecha de entrega'],
    orderNumber: ['Pedido', 'N.º pedido'],
    tax: ['IVA', 'IVA %'],
    note: ['Observaciones', 'Nota'],
    delivered: ['Entregado', 'Cant. servida'],
    open: ['Pendiente'],
  },
  nl: {
    position: ['Pos.', 'Regel', 'Nr.'],
    code: ['Artikelnummer', 'Artikelnr.', 'Artikel', 'Code', 'Bestelnummer'],
    gtin: ['EAN', 'Streepjescode'],
    brand: ['Merk', 'Fabrikant'],
    name: ['Omschrijving', 'Naam', 'Beschrijving'],
    quantity: ['Aantal', 'Hoeveelheid', 'Stuks'],
    unit: ['Eenheid', 'EH'],
    price: ['Prijs', 'Stukprijs'],
    total: ['Totaal', 'Bedrag'],
    discount: ['Korting', 'Korting %'],
    stock: ['Voorraad'],
    minimum: ['Minimum', 'Min. bestelling'],
    pack: ['Verpakking', 'Verpakkingseenheid'],
    weight: ['Gewicht'],
    hsCode: ['Goederencode'],
    date: ['Leverdatum', 'Datum'],
    orderNumber: ['Ordernummer', 'Order'],
    tax: ['BTW', 'BTW %'],
    note: ['Opmerking', 'Notitie'],
    delivered: ['Geleverd'],
    open: ['Nalevering'],
  },
}

export const UNITS: Record<Language, string[]> = {
  en: ['pcs', 'pc', 'EA', 'each', 'PCE'],
  de: ['Stk', 'Stück', 'St', 'ST', 'Stk.'],
  fr: ['pcs', 'pièces', 'U', 'pce'],
  it: ['pz', 'PZ', 'pezzi', 'NR'],
  es: ['uds', 'ud', 'UD', 'unidades'],
  nl: ['stuks', 'st', 'stk', 'ST'],
}

export const TOTALS: Record<Language, string[]> = {
  en: ['Total', 'Subtotal', 'Carried forward', 'Grand total', 'Net total'],
  de: ['Summe', 'Zwischensumme', 'Gesamtsumme', 'Übertrag', 'Gesamtbetrag netto'],
  fr: ['Total', 'Sous-total', 'Total HT', 'À reporter'],
  it: ['Totale', 'Subtotale', 'Totale imponibile', 'Riporto'],
  es: ['Total', 'Subtotal', 'Suma y sigue', 'Total pedido'],
  nl: ['Totaal', 'Subtotaal', 'Totaal excl. btw'],
}

export const NOTES: Record<Language, string[]> = {
  en: ['urgent', 'black', 'as last time', 'new', 'for workshop 2'],
  de: ['eilig', 'schwarz', 'wie gehabt', 'neu', 'für Werkstatt 2'],
  fr: ['urgent', 'noir', 'comme la dernière fois', 'nouveau'],
  it: ['urgente', 'nero', 'come sempre', 'nuovo'],
  es: ['urgente', 'negro', 'como siempre', 'nuevo'],
  nl: ['spoed', 'zwart', 'zoals altijd', 'nieuw'],
}
