// SPDX-License-Identifier: Apache-2.0
/** The verdict: a pure function of a stored run. */
@NullMarked
package org.plateaubench.engine.judge;

import org.jspecify.annotations.NullMarked;
