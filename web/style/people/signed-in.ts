// Styles of the signed-in screens. Other screens share the first files.
import '../catalog/part-sheet.css'
import '../orders/savings.css'
import '../orders/save-list.css'
import '../elements/tables.css'
import '../elements/dialog.css'
import './signed-in.css'
