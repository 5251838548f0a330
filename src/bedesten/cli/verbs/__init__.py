"""One module for each verb of the command line: a function with the verb's name and options.

`bedesten.cli.main` lists the verbs and imports a module when its verb is called.
"""
