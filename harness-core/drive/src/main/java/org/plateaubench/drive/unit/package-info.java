// SPDX-License-Identifier: Apache-2.0
/** Units: how the next one is chosen, and which operations and pauses it expands to. All draws are keyed. */
@NullMarked
package org.plateaubench.drive.unit;

import org.jspecify.annotations.NullMarked;
