-- A prediction gets its points long after it was written.
alter table predictions set (fillfactor = 50);
