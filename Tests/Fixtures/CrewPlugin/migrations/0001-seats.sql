create table seats (crew text not null, seat integer not null, account text not null, primary key (crew, seat));
create index seats_of_account on seats (crew, account);
