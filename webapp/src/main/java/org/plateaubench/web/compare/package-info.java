// SPDX-License-Identifier: Apache-2.0
/** Comparison of two or more runs, as {@code plateau compare} does it. */
@NullMarked
package org.plateaubench.web.compare;

import org.jspecify.annotations.NullMarked;
