-- Name, address and tax id of the maker when a document was issued, because an issued document must never change. Null
-- for documents that version 0.2.0 has issued.
set local lock_timeout = '1500ms';
alter table invoices add column maker jsonb;
