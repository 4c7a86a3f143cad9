// SPDX-License-Identifier: Apache-2.0
/** The page with which a result is published. */
@NullMarked
package org.plateaubench.engine.report.disclosure;

import org.jspecify.annotations.NullMarked;
