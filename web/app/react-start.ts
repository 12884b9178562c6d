// Evaluates React in its own task, before the shop's code. Loading the chunk alone does not run it.
import 'react-dom/client'
