// SPDX-License-Identifier: Apache-2.0
/** Finds plugins and gives each a separate class loader. */
@NullMarked
package org.plateaubench.loader;

import org.jspecify.annotations.NullMarked;
