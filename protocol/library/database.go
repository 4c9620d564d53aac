package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"
)

// A database is a connection to SQLite, and the statements that were prepared on it.
type database struct {
	conn       *sqlite3.Conn
	statements map[string]*prepared
	uses       int // of statements so far
}

// A prepared statement is kept for the next use.
type prepared struct {
	*sqlite3.Stmt
	used int // which of the uses was its last
}

// mostStatements is how many statements a connection keeps, some KiB each: more than a program
// has that adds games, while what is asked for can be put together in thousands of ways.
const mostStatements = 50

// newDatabase returns the database of a connection.
func newDatabase(conn *sqlite3.Conn) *database {
	return &database{conn: conn, statements: map[string]*prepared{}}
}

// statement returns the statement for a text of SQL, with its parameters bound.
func (d *database) statement(sql string, parameters []any) (*sqlite3.Stmt, error) {
	s := d.statements[sql]
	if s == nil {
		if len(d.statements) >= mostStatements {
			d.forget()
		}
		stmt, _, err := d.conn.Prepare(sql)
		if err != nil {
			return nil, err
		}
		s = &prepared{Stmt: stmt}
		d.statements[sql] = s
	}
	d.uses++
	s.used = d.uses
	for i, value := range parameters {
		if err := bind(s.Stmt, i+1, value); err != nil {
			return nil, err
		}
	}
	return s.Stmt, nil
}

// forget closes the statement that was not used for the longest time, of those that are not
// being carried out.
func (d *database) forget() {
	oldest := ""
	for sql, s := range d.statements {
		if !s.Busy() && (oldest == "" || s.used < d.statements[oldest].used) {
			oldest = sql
		}
	}
	if s := d.statements[oldest]; s != nil {
		_ = s.Close() // the error is that of its last execution
		delete(d.statements, oldest)
	}
}

// largeParameter is from how many bytes on a parameter is not kept with its statement.
const largeParameter = 4 << 10

// release lets go of large parameters of a statement that was carried out.
func release(s *sqlite3.Stmt, parameters []any) error {
	for _, value := range parameters {
		text, _ := value.(string)
		blob, _ := value.([]byte)
		if max(len(text), len(blob)) >= largeParameter {
			return s.ClearBindings()
		}
	}
	return nil
}

// bind sets a parameter.
func bind(s *sqlite3.Stmt, i int, value any) error {
	switch v := value.(type) {
	case nil:
		return s.BindNull(i)
	case int:
		return s.BindInt64(i, int64(v))
	case int64:
		return s.BindInt64(i, v)
	case float64:
		return s.BindFloat(i, v)
	case bool:
		return s.BindBool(i, v)
	case string:
		return s.BindText(i, v)
	case []byte:
		if v == nil {
			return s.BindNull(i)
		}
		return s.BindBlob(i, v)
	default:
		return fmt.Errorf("no parameter of SQL: %T", value)
	}
}

// query calls row for each row that a statement returns. What row returns ends it early.
// It is not for a statement that row uses itself.
func (d *database) query(sql string, row func(*sqlite3.Stmt) error, parameters ...any) error {
	s, err := d.statement(sql, parameters)
	if err != nil {
		return err
	}
	for s.Step() {
		if err := row(s); err != nil {
			_ = s.Reset() // which returns the error of Step; there is none
			_ = release(s, parameters)
			return err
		}
	}
	return cmp.Or(s.Err(), s.Reset(), release(s, parameters))
}

// errEnough ends a query that has found what it looked for.
var errEnough = errors.New("enough")

// exec carries out a statement that returns nothing of interest.
func (d *database) exec(sql string, parameters ...any) error {
	return d.query(sql, func(*sqlite3.Stmt) error { return nil }, parameters...)
}

// number returns the number in the only column of the only row of a query, 0 if there is
// none.
func (d *database) number(sql string, parameters ...any) (n int64, err error) {
	err = d.query(sql, func(s *sqlite3.Stmt) error {
		n = s.ColumnInt64(0)
		return nil
	}, parameters...)
	return n, err
}

// insert carries out a statement that adds a row, and returns its number.
func (d *database) insert(sql string, parameters ...any) (int64, error) {
	if err := d.exec(sql, parameters...); err != nil {
		return 0, err
	}
	return d.conn.LastInsertRowID(), nil
}

// change carries out changes, all of them or none. It waits for other processes that write.
func (d *database) change(changes func() error) error {
	if err := d.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := changes()
	if err == nil {
		err = d.exec("COMMIT")
	}
	if err != nil && !d.conn.GetAutocommit() { // some errors have rolled it back
		interrupt := d.conn.SetInterrupt(context.Background()) // what was interrupted is undone all the same
		_ = d.exec("ROLLBACK")                                 // if it fails the file is as it was after the next opening
		d.conn.SetInterrupt(interrupt)
	}
	return err
}

// close closes the connection.
func (d *database) close() error {
	for _, s := range d.statements {
		_ = s.Close() // the error is that of its last execution
	}
	return d.conn.Close()
}
