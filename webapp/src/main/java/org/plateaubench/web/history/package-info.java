// SPDX-License-Identifier: Apache-2.0
/** The history of a name, as {@code plateau history} shows it. */
@NullMarked
package org.plateaubench.web.history;

import org.jspecify.annotations.NullMarked;
