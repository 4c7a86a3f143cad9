// SPDX-License-Identifier: Apache-2.0
/** The initial project of a new plugin. */
@NullMarked
package org.plateaubench.archetype;

import org.jspecify.annotations.NullMarked;
