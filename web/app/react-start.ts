// Evaluates React in its own task, before the shop's code. React's chunk only defines CommonJS modules;
// each module is evaluated at its first import.
import 'react-dom/client'
