// SPDX-License-Identifier: Apache-2.0
/** A run in progress: the failures that are certain, and its limits so far. */
@NullMarked
package org.plateaubench.engine.judge.live;

import org.jspecify.annotations.NullMarked;
