-- SPDX-License-Identifier: Apache-2.0
-- Accounts that a provider of OpenID Connect signs in. Who an account belongs to is issuer and subject, never its name.

alter table account add column issuer varchar(500);
alter table account add column subject varchar(255);
alter table account add column role_ends_at timestamp with time zone;

create unique index account_subject on account (issuer, subject);
