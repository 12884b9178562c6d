// Loads the chunk with React as its own script, so that the browser evaluates React and the shop in two short tasks.
// The chunk only defines CommonJS modules, each of which is evaluated at its first import.
import 'react-dom/client'
