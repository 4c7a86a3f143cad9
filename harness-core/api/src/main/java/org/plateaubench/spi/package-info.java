// SPDX-License-Identifier: Apache-2.0
/** What a plugin implements. */
@NullMarked
package org.plateaubench.spi;

import org.jspecify.annotations.NullMarked;
