// Package bench measures Stupol: it checks the move generator, the search and the
// play in endings against known results, and reports the time they take. It prints
// nothing; its callers do.
package bench
