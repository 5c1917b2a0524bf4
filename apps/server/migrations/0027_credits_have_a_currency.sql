-- no transaction: those who pay with credits wait for the first statement only, which is instant.

-- A credit pays 1.00 in offices of its currency. The default is for servers of the previous version.
alter table credit_lots add column if not exists currency text not null default 'ILS'
  constraint credit_lots_currency check (currency in ('USD', 'EUR', 'ILS', 'GBP'));

-- Credits have the currency of their pack; others, of the orders that most of them were spent on.
update credit_lots set currency = known.currency from (
  select lot.id, coalesce(pack.currency, (
    select orders.currency from credit_ledger entry
    join orders on orders.office_id = entry.office_id and orders.id = entry.order_id
    where entry.lot_id = lot.id group by orders.currency order by sum(entry.amount), orders.currency limit 1
  )) as currency
  from credit_lots lot left join credit_packs pack on pack.id = lot.credit_pack_id
) known where known.id = credit_lots.id and known.currency <> credit_lots.currency;
