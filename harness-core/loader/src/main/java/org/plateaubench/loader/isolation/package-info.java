// SPDX-License-Identifier: Apache-2.0
/** Keeps plugins apart from each other and from the process, and remembers what they did that they must not. */
@NullMarked
package org.plateaubench.loader.isolation;

import org.jspecify.annotations.NullMarked;
