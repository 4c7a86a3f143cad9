// SPDX-License-Identifier: Apache-2.0
/** Tests whether a series of equal parts of the steady phase drifts, shifts or has an outage, and how significantly. */
@NullMarked
package org.plateaubench.engine.judge.audit.steadiness;

import org.jspecify.annotations.NullMarked;
