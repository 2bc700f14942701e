create index imports_by_age on imports (made_at);
