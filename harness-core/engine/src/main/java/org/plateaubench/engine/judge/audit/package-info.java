// SPDX-License-Identifier: Apache-2.0
/** The checks of the measurement itself (measurement rules M16 to M22): each a pure function of figures and plan. */
@NullMarked
package org.plateaubench.engine.judge.audit;

import org.jspecify.annotations.NullMarked;
