/* What only happens when something has gone wrong: mypyc's C calls these at every line.
   Told so, gcc keeps the ways to them apart from the rules, and the rules short.
   Included before everything else; see setup.py. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define COLD __attribute__((cold, noinline))

COLD void CPy_AddTraceback(const char *, const char *, int, PyObject *);
COLD void CPy_AttributeError(const char *, const char *, const char *, const char *, int, PyObject *);
COLD void CPy_Raise(PyObject *);
COLD void CPy_TypeError(const char *, PyObject *);
COLD void CPy_TypeErrorTraceback(const char *, const char *, int, PyObject *, const char *, PyObject *);
COLD PyAPI_FUNC(PyObject *) PyErr_Occurred(void);
COLD PyAPI_FUNC(void) PyErr_SetNone(PyObject *);
COLD PyAPI_FUNC(void) PyErr_SetString(PyObject *, const char *);
COLD PyAPI_FUNC(void) _Py_Dealloc(PyObject *);
