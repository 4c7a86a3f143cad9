// SPDX-License-Identifier: Apache-2.0
/** The rules of the verdict that are not checks of the measurement: limits, errors, connections, overload, counts. */
@NullMarked
package org.plateaubench.engine.judge.rule;

import org.jspecify.annotations.NullMarked;
