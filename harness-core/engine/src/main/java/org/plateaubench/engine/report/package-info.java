// SPDX-License-Identifier: Apache-2.0
/** Views of a judged run; they only read. */
@NullMarked
package org.plateaubench.engine.report;

import org.jspecify.annotations.NullMarked;
