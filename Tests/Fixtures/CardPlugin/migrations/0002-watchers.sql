create table watchers (round text not null, account text not null, primary key (round, account));
