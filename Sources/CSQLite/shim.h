// The system's SQLite, and the few calls that Swift cannot make by itself.
#ifndef SWIFT_DATA_TESTING_CSQLITE_SHIM_H
#define SWIFT_DATA_TESTING_CSQLITE_SHIM_H

#if !__has_include(<sqlite3.h>)
#error "swift-data-testing needs the headers of SQLite 3: install libsqlite3-dev (Debian, Ubuntu), sqlite-devel (Fedora, Amazon Linux) or sqlite-dev (Alpine)"
#endif

#include <sqlite3.h>

/// `SQLITE_TRANSIENT`, which the importer cannot read because it is a cast: SQLite copies the bytes at once.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// `SQLITE_STATIC`: the bytes outlive the statement's next step.
static inline sqlite3_destructor_type csqlite_static(void) { return SQLITE_STATIC; }

/// Whether closing the last connection leaves the write-ahead log as it is; the function takes a variable list.
static inline int csqlite_keep_log_on_close(sqlite3 *database, int keep) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, (int *)0);
}

/// Whether a name in double quotes that names nothing is taken for a text.
static inline void csqlite_allow_double_quoted_texts(sqlite3 *database, int allow) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, allow, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, allow, (int *)0);
}

/// Extended codes whose macros are expressions that the importer does not read.
static const int csqlite_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;
static const int csqlite_constraint_not_null = SQLITE_CONSTRAINT_NOTNULL;
static const int csqlite_constraint_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int csqlite_constraint_row_id = SQLITE_CONSTRAINT_ROWID;

#endif
