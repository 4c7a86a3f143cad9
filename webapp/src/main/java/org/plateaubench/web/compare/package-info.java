// SPDX-License-Identifier: Apache-2.0
/** Two runs or more set against each other, as {@code plateau compare} does. */
@NullMarked
package org.plateaubench.web.compare;

import org.jspecify.annotations.NullMarked;
