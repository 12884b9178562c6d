// Runs React, which its chunk only brings: a task of its own, before the one that runs the shop.
import 'react-dom/client'
