create table pages (page text not null primary key, author text not null, text text not null);
create table heard (number integer primary key, author text not null, text text not null);
create table calls (number integer primary key, change text not null);
create table troubles (name text not null primary key);
create table drawings (number integer primary key, author text not null, file text not null);
