create table cards (card text not null primary key, throws integer not null);
