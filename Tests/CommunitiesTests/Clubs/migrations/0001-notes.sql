create table notes (number integer not null primary key, line text not null);
