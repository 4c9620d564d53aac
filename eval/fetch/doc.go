// Package fetch has the weights, books and databases of the games for programs that run in
// a browser. They have none in them, as the other programs do: of each game those who play it
// fetch them, once. Other systems have only the reading of heads, for its tests.
//
// The page hands them in by one function, globalThis.stupolFile, which takes the name of a
// file, such as russian.weights, and returns a promise of its bytes.
package fetch
