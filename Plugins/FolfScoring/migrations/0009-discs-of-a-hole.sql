alter table entries add column more text not null default '[]'
