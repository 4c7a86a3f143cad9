// SPDX-License-Identifier: Apache-2.0
/** Events on the time axis, and the response times within and outside of those of each kind: figures, never a verdict. */
@NullMarked
package org.plateaubench.engine.judge.event;

import org.jspecify.annotations.NullMarked;
