// SPDX-License-Identifier: Apache-2.0
/** The cache of pages. */
@NullMarked
package org.plateaubench.olio.cache;

import org.jspecify.annotations.NullMarked;
