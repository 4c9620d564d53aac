// Package bench measures Stupol: it checks what the parts compute against
// results that are known and reports the time they take. It prints nothing;
// its callers do.
package bench
