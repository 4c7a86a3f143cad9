-- SPDX-License-Identifier: Apache-2.0
-- What was asked for, by which session or token, and whether it was done.

alter table audit_entry add column credential varchar(200) default '' not null;
alter table audit_entry add column asked varchar(4000) default '' not null;
alter table audit_entry add column refused boolean default false not null;

update audit_entry set refused = true where outcome not like '2%';

-- Done and refused are kept in numbers of their own: who is refused often takes nothing away from the others.
create index audit_entry_refused on audit_entry (refused, id);
