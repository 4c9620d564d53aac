/* bcryptprimitives.dll for Wine before 9.0, which lacks it. Programs in Go take random
 * numbers from it when they start. */

#include <windows.h>

#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return RtlGenRandom(data, (ULONG)length); }
