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
	statements map[string]*sqlite3.Stmt
}

// statement returns the statement for a text of SQL, with its parameters bound.
func (d *database) statement(sql string, parameters []any) (*sqlite3.Stmt, error) {
	s := d.statements[sql]
	if s == nil {
		var err error
		if s, _, err = d.conn.Prepare(sql); err != nil {
			return nil, err
		}
		d.statements[sql] = s
	}
	for i, value := range parameters {
		if err := bind(s, i+1, value); err != nil {
			return nil, err
		}
	}
	return s, nil
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
			return err
		}
	}
	return cmp.Or(s.Err(), s.Reset())
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
