create table rounds (number integer primary key, seen integer not null);
insert into rounds (number, seen) values (0, 0);
