create table rings (due integer primary key, at integer not null);
