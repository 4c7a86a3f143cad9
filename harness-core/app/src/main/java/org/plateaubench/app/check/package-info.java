// SPDX-License-Identifier: Apache-2.0
/** Checks of a packaged plugin, in its own class loader and on its own servers. */
@NullMarked
package org.plateaubench.app.check;

import org.jspecify.annotations.NullMarked;
