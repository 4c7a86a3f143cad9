// SPDX-License-Identifier: Apache-2.0
/** A client that knows nothing of the console but its API document, and believes none of it. */
@NullMarked
package org.plateaubench.web.contract;

import org.jspecify.annotations.NullMarked;
