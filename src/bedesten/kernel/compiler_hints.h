/* Hints for gcc about the C that mypyc writes. setup.py includes them before everything else. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Called at every line, but only after an error: gcc moves the paths to these functions out of the
   rules, which stay short. */
#define COLD __attribute__((cold, noinline))
/* Called from Python: no copies of the rules that they call. */
#define WRAPPER __attribute__((optimize("O2", "no-inline-functions")))
/* Called once, at import. */
#define ONCE __attribute__((optimize("O1")))

COLD void CPy_AddTraceback(const char *, const char *, int, PyObject *);
COLD void CPy_AttributeError(const char *, const char *, const char *, const char *, int, PyObject *);
COLD void CPy_Raise(PyObject *);
COLD void CPy_TypeError(const char *, PyObject *);
COLD void CPy_TypeErrorTraceback(const char *, const char *, int, PyObject *, const char *, PyObject *);
COLD PyAPI_FUNC(PyObject *) PyErr_Occurred(void);
COLD PyAPI_FUNC(void) PyErr_SetNone(PyObject *);
COLD PyAPI_FUNC(void) PyErr_SetString(PyObject *, const char *);
COLD PyAPI_FUNC(void) _Py_Dealloc(PyObject *);
