// SPDX-License-Identifier: Apache-2.0
/** Versioned messages between controller and agent. */
@NullMarked
package org.plateaubench.wire;

import org.jspecify.annotations.NullMarked;
