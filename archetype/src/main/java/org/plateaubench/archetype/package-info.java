// SPDX-License-Identifier: Apache-2.0
/** The project that a new plugin begins as. */
@NullMarked
package org.plateaubench.archetype;

import org.jspecify.annotations.NullMarked;
