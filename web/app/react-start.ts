// Evaluates React in its own task, before the shop's code. Loading the chunk does not evaluate it.
import 'react-dom/client'
