-- A store of schema 1, as a server of that time left it: two rooms, one closed, one game.
BEGIN;
CREATE TABLE rooms(room TEXT PRIMARY KEY, closed INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE log(room TEXT NOT NULL, n INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY(room, n)) STRICT, WITHOUT ROWID;
CREATE TABLE games(id TEXT PRIMARY KEY, room TEXT NOT NULL, ended INTEGER NOT NULL, summary TEXT NOT NULL,
  record TEXT NOT NULL) STRICT;
CREATE TABLE game_player(player TEXT NOT NULL, ended INTEGER NOT NULL, game TEXT NOT NULL,
  PRIMARY KEY(player, ended, game)) STRICT, WITHOUT ROWID;
CREATE TABLE players(token_hash BLOB PRIMARY KEY, player TEXT NOT NULL, created INTEGER NOT NULL)
  STRICT, WITHOUT ROWID;
INSERT INTO rooms VALUES('7KQ2ZD', 1), ('KMDQFF', 0), ('T979WG', 0);
INSERT INTO log VALUES('KMDQFF', 1,
  '{"act":"create","at":0,"id":"c14","text":"KMDQFF","player":"60421ef6410fe56b","bytes":"8aa76318' ||
  '29ff14a5582bda1a11f8b7b00a6653bbbe90eca60c9e33de1821454e","edition":"classic","options":"format' ||
  '=hand,cards=3","seats":2,"clock":45,"listed":false,"chat":true,"open":true}');
INSERT INTO log VALUES('KMDQFF', 2,
  '{"act":"sit","at":0,"seat":1,"id":"c15","text":"Load 1","player":"60421ef6410fe56b","bytes":"b0' ||
  '0d263ee0586b8ebb2b5a51795f6f84d73c9d09e885944434bc463932390f6d"}');
INSERT INTO log VALUES('KMDQFF', 3,
  '{"act":"sit","at":12,"seat":2,"id":"c17","text":"Load 2","player":"298b77b3cf5ce5cf","bytes":"b' ||
  'b0909e6c8de481d43c8dbff645201da48c0abb06050da4e2f1ba7552551bf55"}');
INSERT INTO log VALUES('KMDQFF', 4,
  '{"act":"accept","at":12,"seat":1,"id":"c18","bytes":"4c3aa0aef974869d5c49e2c0c271d5f997752f88ad' ||
  '5f88d33a156c6809d814f2"}');
INSERT INTO log VALUES('KMDQFF', 5,
  '{"act":"accept","at":20,"seat":2,"id":"c19","bytes":"4c3aa0aef974869d5c49e2c0c271d5f997752f88ad' ||
  '5f88d33a156c6809d814f2"}');
INSERT INTO log VALUES('KMDQFF', 6,
  '{"act":"ready","at":32,"seat":1,"id":"c20","flag":true}');
INSERT INTO log VALUES('KMDQFF', 7,
  '{"act":"ready","at":44,"seat":2,"id":"c21","flag":true}');
INSERT INTO log VALUES('KMDQFF', 8,
  '{"act":"start","at":65,"seat":1,"id":"c22","text":"c82255c9841b6ed6400d76ecbea18ac8"}');
INSERT INTO log VALUES('KMDQFF', 9,
  '{"act":"deal","at":65}');
INSERT INTO log VALUES('KMDQFF', 10,
  '{"act":"move","at":107,"seat":1,"id":"c23","text":"draw","card":9}');
INSERT INTO log VALUES('KMDQFF', 11,
  '{"act":"move","at":141,"seat":1,"id":"c25","text":"keep","card":10}');
INSERT INTO log VALUES('KMDQFF', 12,
  '{"act":"move","at":175,"seat":2,"id":"c27","text":"play Wc2 g","card":11}');
INSERT INTO log VALUES('KMDQFF', 13,
  '{"act":"move","at":208,"seat":2,"id":"c29","text":"draw","card":12}');
INSERT INTO log VALUES('KMDQFF', 14,
  '{"act":"move","at":241,"seat":2,"id":"c31","text":"keep","card":13}');
INSERT INTO log VALUES('KMDQFF', 15,
  '{"act":"move","at":275,"seat":1,"id":"c33","text":"draw","card":14}');
INSERT INTO log VALUES('KMDQFF', 16,
  '{"act":"move","at":308,"seat":1,"id":"c35","text":"keep","card":15}');
INSERT INTO log VALUES('KMDQFF', 17,
  '{"act":"move","at":342,"seat":2,"id":"c37","text":"draw","card":16}');
INSERT INTO log VALUES('KMDQFF', 18,
  '{"act":"move","at":375,"seat":2,"id":"c39","text":"play W r","card":17}');
INSERT INTO log VALUES('KMDQFF', 19,
  '{"act":"move","at":408,"seat":1,"id":"c41","text":"play r5","card":18}');
INSERT INTO log VALUES('KMDQFF', 20,
  '{"act":"move","at":441,"seat":2,"id":"c43","text":"draw","card":19}');
INSERT INTO log VALUES('KMDQFF', 21,
  '{"act":"move","at":474,"seat":2,"id":"c45","text":"keep","card":20}');
INSERT INTO log VALUES('KMDQFF', 22,
  '{"act":"move","at":507,"seat":1,"id":"c47","text":"draw","card":21}');
INSERT INTO log VALUES('KMDQFF', 23,
  '{"act":"move","at":541,"seat":1,"id":"c49","text":"keep","card":22}');
INSERT INTO log VALUES('KMDQFF', 24,
  '{"act":"move","at":574,"seat":2,"id":"c51","text":"draw","card":23}');
INSERT INTO log VALUES('T979WG', 1,
  '{"act":"create","at":0,"id":"c5","text":"T979WG","player":"5c8378e01b3e3a4f","bytes":"01ad74c38' ||
  '1e77809457374da17033872b9f59c8fb6e09f3a943eed55357251aa","edition":"classic","options":"format=' ||
  'hand,cards=3","seats":2,"clock":45,"listed":false,"chat":true,"open":true}');
INSERT INTO log VALUES('T979WG', 2,
  '{"act":"sit","at":0,"seat":1,"id":"c6","text":"Load 1","player":"5c8378e01b3e3a4f","bytes":"60f' ||
  '827cd26e07a6ddfa275530a0466f5a6d05ade7131a105f48f2893ee624a21"}');
INSERT INTO log VALUES('T979WG', 3,
  '{"act":"sit","at":2,"seat":2,"id":"c8","text":"Load 2","player":"b0a057d80d1da6fa","bytes":"593' ||
  '35b9233eed144fefb12e3b198c448fa6181052d7e7124134cb9ca28ad0880"}');
INSERT INTO log VALUES('T979WG', 4,
  '{"act":"accept","at":2,"seat":1,"id":"c9","bytes":"4c3aa0aef974869d5c49e2c0c271d5f997752f88ad5f' ||
  '88d33a156c6809d814f2"}');
INSERT INTO log VALUES('T979WG', 5,
  '{"act":"accept","at":3,"seat":2,"id":"c10","bytes":"4c3aa0aef974869d5c49e2c0c271d5f997752f88ad5' ||
  'f88d33a156c6809d814f2"}');
INSERT INTO log VALUES('T979WG', 6,
  '{"act":"ready","at":3,"seat":1,"id":"c11","flag":true}');
INSERT INTO log VALUES('T979WG', 7,
  '{"act":"ready","at":12,"seat":2,"id":"c12","flag":true}');
INSERT INTO log VALUES('T979WG', 8,
  '{"act":"start","at":20,"seat":1,"id":"c13","text":"17839a4dd8a6e3c338b173b76666d7e2"}');
INSERT INTO log VALUES('T979WG', 9,
  '{"act":"deal","at":20}');
INSERT INTO players VALUES(x'28A7BE3BA84379653DB71398F09B93D8748D79DDB2EEA6195FD22AE03CEAEE49',
  '5c8378e01b3e3a4f', 1794838810);
INSERT INTO players VALUES(x'5E4242D8D3F1A65BE04201A9861945403D360CEFE6167219DAB01CF7AB55E0AC',

  '298b77b3cf5ce5cf', 1794838811);
INSERT INTO players VALUES(x'71602E22F9104DA9F005B7DCB1B64E6027D9653F0D0FDA52DECD186747CE035A',
  '60421ef6410fe56b', 1794838810);
INSERT INTO players VALUES(x'78DB22033EBB92700A88DAADC8F59B1A6B6C6DD75F137BC8DD548202ACB856A4',
  'b0a057d80d1da6fa', 1794838810);
INSERT INTO games VALUES('0123456789abcdef0123456789abcdef',
  '7KQ2ZD', 1800000000, '{"game":1}', '[Edition "classic"]');
INSERT INTO game_player VALUES('5c8378e01b3e3a4f', 1800000000, '0123456789abcdef0123456789abcdef');
INSERT INTO game_player VALUES('298b77b3cf5ce5cf', 1800000000, '0123456789abcdef0123456789abcdef');
PRAGMA application_id = 1131242606;
PRAGMA user_version = 1;
COMMIT;
