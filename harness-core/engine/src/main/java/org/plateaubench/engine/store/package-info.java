// SPDX-License-Identifier: Apache-2.0
/** The append-only run directory. */
@NullMarked
package org.plateaubench.engine.store;

import org.jspecify.annotations.NullMarked;
