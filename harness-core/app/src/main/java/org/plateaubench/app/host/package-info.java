// SPDX-License-Identifier: Apache-2.0
/** A look at a client host before it is used: what it is worth, and what would make it better. */
@NullMarked
package org.plateaubench.app.host;

import org.jspecify.annotations.NullMarked;
