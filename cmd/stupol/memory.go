package main

// unknownMemory is the size of the memory, in bytes, where it cannot be found
// out.
const unknownMemory = 4 << 30
